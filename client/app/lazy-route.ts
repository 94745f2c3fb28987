import { lazyScreen } from '#client/lib/lazy-screen.ts';
import type { AppRoute } from './routes/route.ts';

/** The component of a route, which loads with its texts when first shown. */
export const lazyRoute = ({ load, texts }: Pick<AppRoute, 'load' | 'texts'>) =>
  lazyScreen(async () => ({ default: await load() }), texts);

/** What an address without a route shows. */
export const NotFound = lazyScreen(() => import('./screens/not-found.tsx'));
