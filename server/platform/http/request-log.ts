import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '../logging/index.ts';
import { addHeader } from './raw-headers.ts';

const PLAUSIBLE_ID = /^[A-Za-z0-9_-]{8,64}$/;

declare module 'http' {
  interface IncomingMessage {
    /** Id of the request; the answer carries it too. */
    id?: string;
  }
}

function levelOf(res: Response): 'error' | 'info' | 'debug' {
  // 503 means that another service is unavailable, which is logged where it is noticed.
  if (res.statusCode === 503) return 'info';
  if (res.statusCode >= 500) return 'error';
  return res.statusCode >= 400 ? 'info' : 'debug';
}

function logRequest(logger: Logger, req: Request, res: Response, startedAt: number): void {
  const level = levelOf(res);
  // A line that would not be written is not built.
  if (!logger.isLevelEnabled(level)) return;
  const line = {
    reqId: req.id,
    req: { id: req.id, method: req.method, path: (req.originalUrl ?? req.url).split('?')[0] },
    res: { status: res.statusCode },
    responseTime: Date.now() - startedAt,
  };
  if (res.statusCode >= 500) logger[level](line, 'request errored');
  else logger[level](line, res.writableFinished ? 'request completed' : 'request aborted');
}

/**
 * One line per finished request with its id, which the answer carries too. Bodies and query texts are never logged.
 * @param proxyHops trusted proxies in front of us: where there is none, the id that a request names is a stranger's word
 */
export function requestLog(logger: Logger, proxyHops: number): RequestHandler {
  return (req, res, next) => {
    const given = proxyHops > 0 ? req.headers['x-request-id'] : undefined;
    const id = typeof given === 'string' && PLAUSIBLE_ID.test(given) ? given : randomUUID();
    const startedAt = Date.now();
    req.id = id;
    addHeader(res, 'X-Request-Id', id);
    res.on('close', () => logRequest(logger, req, res, startedAt));
    next();
  };
}

/** A logger whose lines carry the id of the request. */
export const logOf = (logger: Logger, req: Request): Logger => logger.child({ reqId: req.id });
