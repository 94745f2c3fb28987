import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import { useNodeHeaders } from './raw-headers.ts';

/** The same request and answer with the methods of Express: what Express does to them before its first step. */
export function asExpress(
  express: Express,
  given: IncomingMessage,
  answer: ServerResponse,
): { req: Request; res: Response } {
  const [req, res] = [given as Request, answer as Response];
  if (Object.getPrototypeOf(req) !== express.request) {
    Object.setPrototypeOf(req, express.request);
    Object.setPrototypeOf(res, express.response);
    req.res = res;
    res.req = req;
    req.originalUrl = req.url;
    req.baseUrl = '';
    res.locals = Object.create(null) as Response['locals'];
  }
  useNodeHeaders(res);
  return { req, res };
}
