import type { IncomingMessage } from 'node:http';
import { bearerOf } from '../sessions/index.ts';

/**
 * Whether this handshake comes from an allowed origin. Browsers do not apply CORS to WebSockets, so the server must.
 * Foreign, `null` and missing origins are refused; a program that sends a token, which no page can, needs none.
 */
export function originAllowed(request: IncomingMessage, allowed: ReadonlySet<string>): boolean {
  const { origin } = request.headers;
  return origin === undefined ? bearerOf(request) !== null : allowed.has(origin);
}
