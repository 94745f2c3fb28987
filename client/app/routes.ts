import { CABINET_ROUTES, ORDER_ROUTES } from './routes/cabinet.ts';
import { CONSOLE_DETAIL_ROUTES } from './routes/console-details.ts';
import { CONSOLE_ROUTES } from './routes/console.ts';
import type { AppRoute } from './routes/route.ts';
import { SITE_ROUTES } from './routes/site.ts';

export type { AppRoute, FixedHead } from './routes/route.ts';

/**
 * The one table of screens. The browser reads its three parts where it needs them, so that the first page does not
 * carry the lists of the cabinet and the console; the server reads all of it and never calls a loader.
 */
export const ROUTES: readonly AppRoute[] = [
  ...SITE_ROUTES,
  ...CABINET_ROUTES,
  ...ORDER_ROUTES,
  ...CONSOLE_ROUTES,
  ...CONSOLE_DETAIL_ROUTES,
];
