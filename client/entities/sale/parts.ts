import { lazyScreen } from '#client/lib/lazy-screen.ts';

/** The steps since a lot was sold, in a chunk of its own: most lots that are looked at have none. */
export const AfterSaleOfLot = lazyScreen(() => import('./after-sale-of-lot.tsx'), ['after-sale']);
