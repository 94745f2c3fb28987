import type { IncomingMessage } from 'node:http';

/**
 * Whether this handshake or polling request comes from an allowed origin. Browsers do not apply CORS to WebSockets, so the
 * server must: the Origin is one of ours, or (a same-origin GET of the polling fallback carries none) the browser
 * itself says the request is same-origin. Foreign, `null` and missing origins are refused.
 */
export function originAllowed(request: IncomingMessage, allowed: ReadonlySet<string>): boolean {
  const origin = request.headers.origin;
  if (origin !== undefined) return allowed.has(origin);
  return request.headers['sec-fetch-site'] === 'same-origin' && request.headers.upgrade === undefined;
}
