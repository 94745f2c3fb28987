import type { IncomingMessage, RequestListener } from 'node:http';
import type { ErrorBody } from '#shared/api/contract.ts';
import { badRequest, RequestError } from '../errors/index.ts';
import type { Texts } from '../language/index.ts';
import { languageOf } from './request-language.ts';

/** `name` or `name:port`; an IPv6 address is in brackets. */
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::\d*)?$/i;

/** Is the request for one of these host names? The port is not compared. null: every name is allowed. */
export function isForAllowedHost(req: IncomingMessage, names: ReadonlySet<string> | null): boolean {
  if (names === null) return true;
  const name = HOST.exec(req.headers.host ?? '')?.[1];
  return name !== undefined && names.has(name.toLowerCase());
}

/**
 * Rejects requests for other host names before anything else handles them: 400 without a name, 421 for another one.
 */
export function forAllowedHosts(
  names: ReadonlySet<string> | null,
  texts: Texts,
  handler: RequestListener,
): RequestListener {
  if (names === null) return handler;
  return (req, res) => {
    if (isForAllowedHost(req, names)) return handler(req, res);
    const refused = req.headers.host
      ? new RequestError({ status: 421, code: 'foreign-host' })
      : badRequest('foreign-host');
    const body: ErrorBody = {
      ERROR: { code: refused.code, message: texts.error(languageOf(req), refused) },
    };
    // The body is not read, so the connection cannot be reused.
    res
      .writeHead(refused.status, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        Connection: 'close',
      })
      .end(JSON.stringify(body));
  };
}
