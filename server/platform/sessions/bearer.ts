import type { IncomingMessage } from 'node:http';

/** The token that a program sends; null: none is sent, a cookie may tell the session. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const [, token] = /^Bearer +(\S{1,100})$/i.exec(headers.authorization ?? '') ?? [];
  return token ?? null;
}
