import type { IncomingMessage } from 'node:http';

/** Begins each token of a program; scanners of published code recognise it. */
export const TOKEN_PREFIX = 'savdo_';
const TOKEN = new RegExp(String.raw`^Bearer +(${TOKEN_PREFIX}\S{1,100})$`, 'i');

/** The token that a program sends; null: none is sent, a cookie may tell the session. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const [, token] = TOKEN.exec(headers.authorization ?? '') ?? [];
  return token ?? null;
}
