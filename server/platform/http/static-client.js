import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import express, { Router } from 'express';
/** The page of the client with the nonce in each of its scripts; read again when a new build replaces it. */
function pageReader(file) {
  let text = '';
  let changedAt = -1;
  return (nonce) => {
    const stamp = statSync(file).mtimeMs;
    if (stamp !== changedAt) {
      text = readFileSync(file, 'utf8');
      changedAt = stamp;
    }
    return text
      .replaceAll('__CSP_NONCE__', nonce)
      .replace(/<script(?![^>]*\bnonce=)/g, `<script nonce="${nonce}"`);
  };
}
/**
 * The built client: hashed assets for a year, everything else revalidated, and the page itself for every path a browser
 * may open (the client's router takes it from there). A missing asset stays a 404.
 */
export function serveClient(folder) {
  const router = Router();
  const page = pageReader(path.join(folder, 'index.html'));
  router.use(
    '/assets',
    express.static(path.join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  router.use(express.static(folder, { index: false, maxAge: 0 }));
  router.get('/{*path}', (req, res, next) => {
    if (req.path.startsWith('/assets/') || path.extname(req.path) !== '' || !req.accepts('html'))
      return next();
    res
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(page(String(res.locals.nonce)));
  });
  return router;
}
