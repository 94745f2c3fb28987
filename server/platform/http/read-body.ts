import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { badRequest, RequestError, unsupportedType } from '../errors/index.ts';

const LIMIT = '64kb';
/** More fields than any form of ours has. */
const MOST_FIELDS = 50;
const FORM = 'application/x-www-form-urlencoded';
const UPLOAD = 'multipart/form-data';
/** Everything but an upload is small: a body that takes longer is sent slowly on purpose. */
const BODY_TIMEOUT_MS = 30_000;

export interface ReadBodyOptions {
  takesForm: (req: Request) => boolean;
  /** The handler reads such a body itself, as a stream. */
  takesUpload: (req: Request) => boolean;
  /** For a body that is no upload. */
  timeoutMs?: number;
}

/**
 * Objects and arrays only, at most 64 KiB; a key that could reach a prototype is refused, and so is a NUL in a text or in the
 * address. Everything else is a 415, except forms and uploads for the calls that take them.
 */
export function readBody({
  takesForm,
  takesUpload,
  timeoutMs = BODY_TIMEOUT_MS,
}: ReadBodyOptions): RequestHandler[] {
  const hasOtherBody: RequestHandler = (req, res, next) => {
    const hasBody =
      req.headers['transfer-encoding'] !== undefined || Number(req.get('content-length') ?? 0) > 0;
    if (hasBody && isUpload(req)) return next();
    if (hasBody && !req.is('application/json') && !isForm(req)) throw unsupportedType();
    if (hasBody) limitTime(timeoutMs, req, res, next);
    next();
  };
  const isUpload = (req: Request) => Boolean(req.is(UPLOAD)) && takesUpload(req);
  const isForm = (req: Request) => Boolean(req.is(FORM)) && takesForm(req);
  const json = express.json({
    limit: LIMIT,
    strict: true,
    reviver: (key: string, value: unknown) => {
      if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
      // No text of the database holds NUL or half a surrogate pair.
      if (typeof value === 'string' && /[\0\p{Cs}]/u.test(value)) throw new SyntaxError('not a letter');
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

/** Answers a body that is not there in time, and closes its connection. */
function limitTime(timeoutMs: number, req: Request, res: Response, next: NextFunction): void {
  const timer = setTimeout(() => {
    if (req.complete || res.headersSent) return;
    res.set('Connection', 'close');
    next(new RequestError({ status: 408, code: 'too-slow' }));
  }, timeoutMs);
  const stop = () => clearTimeout(timer);
  req.once('end', stop);
  res.once('close', stop);
}
