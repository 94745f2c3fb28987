import type { IncomingMessage } from 'node:http';

/**
 * Whether this handshake comes from an allowed origin. Browsers do not apply CORS to WebSockets, so the server must.
 * Foreign, `null` and missing origins are refused.
 */
export function originAllowed(request: IncomingMessage, allowed: ReadonlySet<string>): boolean {
  return allowed.has(request.headers.origin ?? '');
}
