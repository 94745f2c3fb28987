import path from 'node:path';
import type { Request, RequestHandler } from 'express';
import type { Visitors } from './visitors.ts';

/** What programs that read pages call themselves. One that calls itself a browser counts as one. */
const PROGRAMS =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|monitor|lighthouse|curl|wget|python|go-http|okhttp|java\//i;

/** A page that a person's browser opens: no data, no file, no page fetched in case somebody goes there. */
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

/** Counts whoever opens a page, whichever it is. Sits before the pages and holds none of them up. */
export function countVisits(
  visitors: Pick<Visitors, 'saw'>,
  onUncounted: (error: unknown) => void,
): RequestHandler {
  return (req, _res, next) => {
    const agent = req.get('user-agent') ?? '';
    // A visit that could not be counted is not counted later: the day's figure is one of about 1 % anyway.
    if (isPageView(req, agent)) visitors.saw(`${req.ip ?? ''} ${agent}`).catch(onUncounted);
    next();
  };
}
