import type { RequestHandler } from 'express';

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    // Malformed escapes: the answer to the question.
    return false;
  }
};

/**
 * An address with malformed percent escapes exists nowhere. A browser that opens it gets the page for unknown addresses, not
 * an error of the API: each percent sign is escaped itself, and no screen has such a path.
 */
export const escapeMalformed: RequestHandler = (req, _res, next) => {
  const { path } = req;
  if (req.method === 'GET' && !path.startsWith('/api/') && !isDecodable(path) && req.accepts('html')) {
    req.url = path.replaceAll('%', '%25') + req.url.slice(path.length);
  }
  next();
};
