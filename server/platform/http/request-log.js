import { randomUUID } from 'node:crypto';
import { pinoHttp } from 'pino-http';
const PLAUSIBLE_ID = /^[A-Za-z0-9_-]{8,64}$/;
/** One line per finished request with its id, which the answer carries too. Bodies and query texts are never logged. */
export function requestLog(logger) {
  return pinoHttp({
    logger,
    genReqId: (req, res) => {
      const given = req.headers['x-request-id'];
      const id = typeof given === 'string' && PLAUSIBLE_ID.test(given) ? given : randomUUID();
      res.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel: (_req, res, error) => {
      if (error || res.statusCode >= 500) return 'error';
      return res.statusCode >= 400 ? 'info' : 'debug';
    },
    serializers: {
      req: (req) => ({
        id: req.id,
        method: req.method,
        path: req.url.split('?')[0],
      }),
      res: (res) => ({ status: res.statusCode }),
    },
  });
}
