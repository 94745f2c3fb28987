import express, { type Request, type RequestHandler } from 'express';
import { badRequest, unsupportedType } from '../errors/index.ts';

const LIMIT = '64kb';
/** More fields than any form of ours has. */
const MOST_FIELDS = 50;
const FORM = 'application/x-www-form-urlencoded';

/**
 * Objects and arrays only, at most 64 KiB; a key that could reach a prototype is refused, and so is a NUL in a text or in the
 * address. Everything else is a 415, except forms for the calls that take them.
 */
export function readBody(takesForm: (req: Request) => boolean): RequestHandler[] {
  const hasOtherBody: RequestHandler = (req, _res, next) => {
    const hasBody =
      req.headers['transfer-encoding'] !== undefined || Number(req.get('content-length') ?? 0) > 0;
    if (hasBody && !req.is('application/json') && !isForm(req)) throw unsupportedType();
    next();
  };
  const isForm = (req: Request) => Boolean(req.is(FORM)) && takesForm(req);
  const json = express.json({
    limit: LIMIT,
    strict: true,
    reviver: (key: string, value: unknown) => {
      if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
      // No text of the database holds it.
      if (typeof value === 'string' && value.includes('\0')) throw new SyntaxError('NUL is no letter');
      return value;
    },
  });
  // The plain reader: no nested names, names of a prototype are left out, and a repeated field becomes a list, which no
  // schema of a form takes.
  const readForm = express.urlencoded({ extended: false, limit: LIMIT, parameterLimit: MOST_FIELDS });
  const form: RequestHandler = (req, res, next) => (isForm(req) ? readForm(req, res, next) : next());
  const address: RequestHandler = (req, _res, next) => {
    if (req.url.includes('%00') && req.path.startsWith('/api/')) throw badRequest();
    next();
  };
  return [address, hasOtherBody, json, form];
}
