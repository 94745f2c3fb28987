import type { IncomingMessage, RequestListener } from 'node:http';
import { parse } from 'node:querystring';
import cookieParser from 'cookie-parser';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';
import { asExpress } from './as-express.ts';
import { startRawHeaders } from './raw-headers.ts';
import type { ExactRoutes } from './exact-routes.ts';

/** Fragments, control characters, NUL and letters outside ASCII are left to Express. */
const ODD = /[^!-~]|#|%00/;

const bodyless = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

export interface RequestListenerOptions {
  express: Express;
  exactRoutes: ExactRoutes;
  /** The same middleware as in Express, in the same order. */
  log: RequestHandler;
  dataHeaders: readonly (readonly [string, string])[];
  compress: RequestHandler;
  onError: ErrorRequestHandler;
}

/**
 * Answers reading calls of contracts with everything an answer needs (id, log, header policy, compression, cookies, session,
 * limit, metrics) but without the middleware of Express that does nothing for them: the origin matters to writing calls only,
 * and a reading call has no body to parse. Everything else goes to Express.
 */
export function createRequestListener(o: RequestListenerOptions): RequestListener {
  const readCookies = cookieParser();
  // Without compression, with the header that `compress` sets then.
  const uncompressedHeaders = [...o.dataHeaders.flat(), 'Vary', 'Accept-Encoding'];
  const done = (): void => undefined;

  return (req, res) => {
    const url = req.url ?? '';
    const found = req.method === 'GET' && bodyless(req) && !ODD.test(url) ? lookUp(o.exactRoutes, url) : null;
    if (!found) {
      o.express(req, res);
      return;
    }
    // These middlewares use nothing that Express adds.
    const [asked, answer] = [req as Request, res as Response];
    const { headers } = req;
    if (headers['accept-encoding'] === undefined) {
      startRawHeaders(res, uncompressedHeaders);
      o.log(asked, answer, done);
    } else {
      for (const [name, value] of o.dataHeaders) res.setHeader(name, value);
      o.log(asked, answer, done);
      o.compress(asked, answer, done);
    }
    if (headers.cookie !== undefined) readCookies(asked, answer, done);
    found.route
      .serve(req, res, { params: found.route.params, query: found.query })
      .catch((error: unknown) => {
        // Not retried: it becomes the answer, or ends the connection where an answer is half sent.
        const same = asExpress(o.express, req, res);
        o.onError(error, same.req, same.res, () => req.socket.destroy());
      });
  };
}

function lookUp(exactRoutes: ExactRoutes, url: string) {
  const mark = url.indexOf('?');
  const route = exactRoutes.find('GET', mark < 0 ? url : url.slice(0, mark));
  return route && { route, query: mark < 0 ? {} : parse(url.slice(mark + 1)) };
}
