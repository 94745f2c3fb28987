import { Suspense } from 'react';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { PartBoundary } from '#client/ui/part-boundary.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { LotLive } from '#client/entities/lot/lot-live.ts';

/** In a chunk of its own: most cards are of auctions. */
const BuyPanel = lazyScreen(() => import('./buy/buy-panel.tsx'), ['purchases', 'card']);

/** A lot at an announced price: what is left of it, and buying it. */
export function FixedPrice({ lot, live }: { lot: LotDetails; live: LotLive }) {
  return (
    <PartBoundary>
      <Suspense fallback={<Skeleton height={320} radius={12} />}>
        <BuyPanel lot={lot} live={live} />
      </Suspense>
    </PartBoundary>
  );
}
