import type { Request, RequestHandler } from 'express';
import { forbidden } from '../errors/index.ts';
import { bearerOf } from '../sessions/index.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Is this host of the machine itself? */
export const isLoopback = (hostname: string): boolean =>
  LOOPBACK_NAMES.includes(hostname) || hostname === '::1';

/** Origins that are ours: PUBLIC_URL's, and on the loopback the other names of the same port. */
export function ownOrigins(publicUrl: string, further: readonly string[] = []): Set<string> {
  const url = new URL(publicUrl);
  const origins = new Set([url.origin, ...further.map((text) => new URL(text).origin)]);
  if (isLoopback(url.hostname)) {
    for (const name of LOOPBACK_NAMES)
      origins.add(`${url.protocol}//${name}${url.port ? `:${url.port}` : ''}`);
  }
  return origins;
}

/**
 * Unsafe methods must come from our own pages: by Sec-Fetch-Site and Origin where the browser sends them, otherwise by the
 * custom header `x-savdo`, which no foreign page can add without our consent; the token of a program is such a header. Else 403
 * `foreign-origin`.
 * @param exempt path prefixes that check their callers in another way
 */
export function requireOwnOrigin(origins: ReadonlySet<string>, exempt: readonly string[]): RequestHandler {
  return (req, _res, next) => {
    if (SAFE.has(req.method) || exempt.some((prefix) => req.path.startsWith(prefix))) return next();
    if (bearerOf(req) !== null) return next();
    if (!isOwn(req, origins)) throw forbidden('foreign-origin');
    next();
  };
}

function isOwn(req: Pick<Request, 'get'>, origins: ReadonlySet<string>): boolean {
  const site = req.get('sec-fetch-site');
  const origin = req.get('origin');
  // Under our `no-referrer` policy a form of our own page sends `Origin: null`; Sec-Fetch-Site identifies it.
  const hidden = origin === 'null' && site === 'same-origin';
  if (origin !== undefined && !hidden && !origins.has(origin)) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin !== undefined || site !== undefined || req.get('x-savdo') !== undefined;
}

/**
 * For reading calls whose answer is a secret: is the caller a script of our own pages? By the rule above, and with the custom
 * header in any case, so that no link, image or typed address gets the answer.
 */
export function isFromOwnPage(
  req: Pick<Request, 'get'>,
  publicUrl: string,
  further: readonly string[] = [],
): boolean {
  return req.get('x-savdo') !== undefined && isOwn(req, ownOrigins(publicUrl, further));
}
