import type { Visitors } from '#server/domains/content/site/index.ts';
import path from 'node:path';
import type { Request, RequestHandler } from 'express';

/** User agents of programs. A program that claims to be a browser is counted. */
const PROGRAMS =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|monitor|lighthouse|curl|wget|python|go-http|okhttp|java\//i;

/** A page opened in a person's browser: no data, no file, no prefetched page. */
function isPageView(req: Request, agent: string): boolean {
  return (
    req.method === 'GET' &&
    !req.path.startsWith('/api/') &&
    path.extname(req.path) === '' &&
    req.get('accept')?.includes('text/html') === true &&
    !req.get('sec-purpose')?.includes('prefetch') &&
    agent !== '' &&
    !PROGRAMS.test(agent)
  );
}

/** Counts the visitor of any page, without delaying it. Registered before the pages. */
export function countVisits(
  visitors: Pick<Visitors, 'saw'>,
  onUncounted: (error: unknown) => void,
): RequestHandler {
  return (req, _res, next) => {
    const agent = req.get('user-agent') ?? '';
    // A failed count is not retried: the day's figure is accurate to about 1 % anyway.
    if (isPageView(req, agent)) visitors.saw(`${req.ip ?? ''} ${agent}`).catch(onUncounted);
    next();
  };
}
