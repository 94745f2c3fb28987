import type { IncomingMessage } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ZodError } from 'zod';
import type { ErrorBody } from '#shared/api/contract.ts';
import { isDatabaseUnavailable } from '../database/index.ts';
import {
  badRequest,
  notFound,
  RequestError,
  tooLarge,
  unavailable,
  unsupportedType,
} from '../errors/index.ts';
import type { Texts } from '../language/index.ts';
import type { Logger } from '../logging/index.ts';
import { discardBody } from './discard-body.ts';
import { languageOf } from './request-language.ts';
import { logOf } from './request-log.ts';

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

export const noSuchPath: RequestHandler = () => {
  throw notFound();
};

/** Faults of the body parsers and of Express, which carry a status and a type of their own. */
function fromLibrary(error: unknown): RequestError | null {
  const fault = error as { status?: unknown; type?: unknown };
  if (fault.type === 'entity.too.large') return tooLarge();
  if (fault.type === 'encoding.unsupported' || fault.type === 'charset.unsupported') return unsupportedType();
  if (typeof fault.status === 'number' && fault.status >= 400 && fault.status < 500) return badRequest();
  return null;
}

/** What an answer that came to nothing said about itself is not true of the error in its place. */
const OF_THE_BODY = ['Content-Type', 'Content-Length', 'Content-Disposition', 'ETag', 'Last-Modified'];

/** For a request that found the database away or without a free connection. */
const RETRY_AFTER_SECONDS = '1';

const hidden = (cause: unknown) => new RequestError({ status: 500, code: 'internal', cause });

function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (error instanceof ZodError) return hidden(error);
  // Whether a change was stored before its connection broke is not known, as with an answer that got lost.
  if (isDatabaseUnavailable(error))
    return unavailable('unavailable', { cause: error, headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
  return fromLibrary(error) ?? hidden(error);
}

/** The only place where a request's fault becomes an answer. What was not meant for the caller is hidden behind the request id. */
export function answerErrors(texts: Texts, logger: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const known = asRequestError(error);
    if (known.reportable) logOf(logger, req).error({ err: error, code: known.code }, 'request failed');
    if (res.headersSent) return next(error);
    // Refused before its body was read, as an upload without a session: the rest may not go on arriving.
    if (announcesBody(req)) discardBody(req, res);
    for (const name of OF_THE_BODY) res.removeHeader(name);
    const requestId = typeof req.id === 'string' ? req.id : undefined;
    const body: ErrorBody = {
      ERROR: {
        code: known.code,
        message: texts.error(languageOf(req), known),
        ...(known.details === undefined ? {} : { details: known.details }),
        ...(requestId ? { requestId } : {}),
      },
    };
    res
      .status(known.status)
      .set({ 'Cache-Control': 'no-store', ...known.headers })
      .json(body);
  };
}
