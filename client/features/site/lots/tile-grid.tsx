import type { LotCard } from '#shared/api/site/lots.ts';
import { DeferredHydration } from '#client/ui/deferred-hydration.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { LotTile } from './lot-tile.tsx';
import css from './tile-grid.module.css';

/** About as high as tiles are. */
const TILE_PX = { grid: 430, list: 190 };

interface TileGridProps {
  lots: LotCard[];
  view?: 'grid' | 'list';
  headingLevel?: 2 | 3;
  /** How many photos are on the first screen. */
  eagerCount?: number;
}

/** Lots with live prices and timers. */
export function TileGrid({ lots, view = 'grid', headingLevel = 3, eagerCount = 4 }: TileGridProps) {
  return (
    <ul className={css.grid} data-view={view}>
      {lots.map((lot, at) => (
        <DeferredHydration key={lot.id} as="li" height={TILE_PX[view]}>
          <LotTile lot={lot} view={view} eager={at < eagerCount} headingLevel={headingLevel} />
        </DeferredHydration>
      ))}
    </ul>
  );
}

/** Places of the tiles' size while they load. */
export function TileGridSkeleton({ count, view = 'grid' }: { count: number; view?: 'grid' | 'list' }) {
  return (
    <ul className={css.grid} data-view={view} aria-busy="true">
      {Array.from({ length: count }, (_, at) => (
        <li key={at}>
          <TileSkeleton view={view} />
        </li>
      ))}
    </ul>
  );
}

/** One tile to come: photo, status, title, price, time. */
export function TileSkeleton({ view = 'grid' }: { view?: 'grid' | 'list' }) {
  return (
    <div className={css.skeleton} data-view={view}>
      <Skeleton height="100%" radius={0} />
      <div>
        <Skeleton height={26} width="60%" radius={13} />
        <Skeleton height={22} width="92%" />
        <Skeleton height={16} width="50%" />
      </div>
      <div>
        <Skeleton height={28} width="78%" />
        <Skeleton height={20} width="64%" />
      </div>
    </div>
  );
}
