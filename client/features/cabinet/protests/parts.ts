import { lazyScreen } from '#client/lib/lazy-screen.ts';

/** The protest against a result, in a chunk of its own: only participants have one. */
export const ProtestOfLot = lazyScreen(() => import('./protest-of-lot.tsx'), ['protests', 'files']);
