import type { LotCard } from '#shared/api/lots.ts';
import { useBoard } from '#client/lib/auction-socket/use-board.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { LotTile } from './lot-tile.tsx';
import css from './tile-grid.module.css';

interface TileGridProps {
  lots: LotCard[];
  view?: 'grid' | 'list';
  headingLevel?: 2 | 3;
  /** How many photos are on the first screen. */
  eagerCount?: number;
}

/** Lots with live prices and timers. */
export function TileGrid({ lots, view = 'grid', headingLevel = 3, eagerCount = 4 }: TileGridProps) {
  const board = useBoard(lots.map((lot) => lot.id));
  return (
    <ul className={css.grid} data-view={view}>
      {lots.map((lot, at) => (
        <li key={lot.id}>
          <LotTile
            lot={lot}
            board={board.get(lot.id)}
            view={view}
            eager={at < eagerCount}
            headingLevel={headingLevel}
          />
        </li>
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
          <Skeleton height={view === 'grid' ? 424 : 148} radius={12} />
        </li>
      ))}
    </ul>
  );
}
