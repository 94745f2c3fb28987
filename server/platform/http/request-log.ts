import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '../logging/index.ts';

const PLAUSIBLE_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** One line per finished request with its id, which the answer carries too. Bodies and query texts are never logged. */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    // The request is described in its one line only; what is logged on the way carries its id.
    quietReqLogger: true,
    genReqId: (req, res) => {
      const given = req.headers['x-request-id'];
      const id = typeof given === 'string' && PLAUSIBLE_ID.test(given) ? given : randomUUID();
      res.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel: (_req, res, error) => {
      // 503 says that something else is away, which is logged where it is noticed.
      if (res.statusCode === 503) return 'info';
      if (error || res.statusCode >= 500) return 'error';
      return res.statusCode >= 400 ? 'info' : 'debug';
    },
    serializers: {
      req: (req: { id: unknown; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        path: req.url.split('?')[0],
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
  });
}
