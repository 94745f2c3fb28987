import type { IncomingMessage, RequestListener } from 'node:http';
import type { ErrorBody } from '#shared/api/contract.ts';
import { badRequest, RequestError } from '../errors/index.ts';
import type { Texts } from '../language/index.ts';
import { languageOf } from './language-of.ts';

/** `name` or `name:port`; an IPv6 address stands in brackets. */
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::\d*)?$/i;

/** Is the request meant for one of these host names? Its port is not compared. null: every name is ours. */
export function isForOwnHost(req: IncomingMessage, names: ReadonlySet<string> | null): boolean {
  if (names === null) return true;
  const name = HOST.exec(req.headers.host ?? '')?.[1];
  return name !== undefined && names.has(name.toLowerCase());
}

/**
 * Answers requests for other host names itself, before anything else sees them: 400 without a name, 421 for another one.
 */
export function forOwnHosts(
  names: ReadonlySet<string> | null,
  texts: Texts,
  handler: RequestListener,
): RequestListener {
  if (names === null) return handler;
  return (req, res) => {
    if (isForOwnHost(req, names)) return handler(req, res);
    const refused = req.headers.host
      ? new RequestError({ status: 421, code: 'foreign-host' })
      : badRequest('foreign-host');
    const body: ErrorBody = {
      ERROR: { code: refused.code, message: texts.error(languageOf(req), refused) },
    };
    // The body is not read, so the connection cannot be used again.
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
