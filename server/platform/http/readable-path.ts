import type { RequestHandler } from 'express';

const isReadable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    // Not retried: the bytes behind the percent signs are no text, and never will be.
    return false;
  }
};

/**
 * An address whose percent signs stand for no text leads nowhere. A browser that opens it is shown the page that says so,
 * not a fault of the API: each percent sign is taken for itself, which is the path of no screen.
 */
export const readablePath: RequestHandler = (req, _res, next) => {
  const { path } = req;
  if (req.method === 'GET' && !path.startsWith('/api/') && !isReadable(path) && req.accepts('html')) {
    req.url = path.replaceAll('%', '%25') + req.url.slice(path.length);
  }
  next();
};
