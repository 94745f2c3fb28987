import { matchPath } from 'react-router-dom';
import type { AppRoute } from './routes/route.ts';
import { SITE_ROUTES } from './routes/site.ts';

/** The screen at an address, of the site's own screens; undefined when there is none. */
export const routeAt = (pathname: string): AppRoute | undefined =>
  SITE_ROUTES.find(({ path, nested }: AppRoute) => matchPath({ path, end: nested !== true }, pathname));
