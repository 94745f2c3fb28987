import express, { type RequestHandler } from 'express';
import { unsupportedType } from '../errors/index.ts';

const LIMIT = '64kb';

/** Objects and arrays only, at most 64 KiB; a key that could reach a prototype is refused. */
export function readJson(): RequestHandler[] {
  const hasOtherBody: RequestHandler = (req, _res, next) => {
    const hasBody =
      req.headers['transfer-encoding'] !== undefined || Number(req.get('content-length') ?? 0) > 0;
    if (hasBody && !req.is('application/json')) throw unsupportedType();
    next();
  };
  const json = express.json({
    limit: LIMIT,
    strict: true,
    reviver: (key: string, value: unknown) => {
      if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
      return value;
    },
  });
  return [hasOtherBody, json];
}
