import compression from 'compression';
import type { RequestHandler } from 'express';

/** Compresses what is worth it; a request that takes no compressed answer is not prepared for one. */
export function compress(): RequestHandler {
  const compressed = compression();
  return (req, res, next) => {
    if (req.headers['accept-encoding'] !== undefined) return compressed(req, res, next);
    // A cache between us must not give this answer to those who would take it compressed, nor the other way round.
    res.setHeader('Vary', 'Accept-Encoding');
    next();
  };
}
