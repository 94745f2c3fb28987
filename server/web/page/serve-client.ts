import path from 'node:path';
import express, { Router, type RequestHandler, type Response } from 'express';
import { builtPage, type PageDescription } from './built-page.ts';

/** Ends like a file; a link copied with its full stop does not. */
export const isFilePath = (address: string): boolean => /\.[a-z][a-z\d]*$/i.test(address);

/** Describes the page that `serveClient` answers with. */
export function describePage(res: Response, description: PageDescription): void {
  res.locals.pageDescription = description;
}

/**
 * The built client: hashed assets for a year, everything else revalidated, and the page itself for every path a browser
 * may open (the client's router continues from there). A missing asset remains a 404.
 */
export function serveClient(folder: string): RequestHandler {
  const router = Router();
  const page = builtPage(folder);
  router.use(
    '/assets',
    express.static(path.join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  router.use(express.static(folder, { index: false, maxAge: 0 }));
  router.get('/{*path}', (req, res, next) => {
    if (req.path.startsWith('/assets/') || isFilePath(req.path) || !req.accepts('html')) return next();
    const description = res.locals.pageDescription as PageDescription | undefined;
    res
      .status(description?.status ?? 200)
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(page(String(res.locals.nonce), description));
  });
  return router;
}
