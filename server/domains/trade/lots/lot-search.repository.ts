import { sql } from 'kysely';
import { literals, type Db } from '#server/platform/database/index.ts';
import { LOT_STATUS, OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';
import { LIVE_STATUSES } from '#shared/lifecycles/lot.ts';
import { createCatalogueRepository } from './catalogue/catalogue.repository.ts';
import { stockOfLot } from './lot-stock.repository.ts';
import type { LotRow, LotsTables } from './lot-tables.ts';

const LIVE = literals(LIVE_STATUSES);

/** Running and paused rooms first, by their end; then what starts next. */
const liveFirst = sql`case when lot.status in (${LIVE}) then 0 else 1 end`;
const nextEvent = sql`case when lot.status in (${LIVE}) then lot.room_deadline_us
  else (extract(epoch from lot.opens_at) * 1000000)::bigint end`;

export interface EndedFilter {
  category?: number;
  region?: number;
}

export type LotSearchRepository = ReturnType<typeof createLotSearchRepository>;

/** Lots as rows, straight from the tables: for staff and for code that needs more than a card. */
export function createLotSearchRepository(db: Db<LotsTables>) {
  const lots = () =>
    db
      .selectFrom('lot')
      .innerJoin('category', 'category.id', 'lot.category_id')
      .innerJoin('region', 'region.id', 'lot.region_id')
      .leftJoin('area', 'area.id', 'lot.area_id')
      .selectAll('lot')
      .select([
        'category.name as category_name',
        'category.parent_id as group_id',
        'region.name as region_name',
        'area.name as area_name',
      ])
      .select(stockOfLot.as('stock'));

  return {
    /** Columns that the catalogue in memory reads. */
    catalogue: createCatalogueRepository(db),

    /** Current auctions: rooms that run or are paused, then those that open next. */
    active: (limit: number, except: number | null): Promise<LotRow[]> =>
      lots()
        .where('lot.trade_type', '=', 'auction')
        .where('lot.status', 'in', OPEN_STATUSES)
        .$if(except !== null, (query) => query.where('lot.id', '!=', except as number))
        .orderBy(liveFirst)
        .orderBy(nextEvent)
        .orderBy('lot.id')
        .limit(limit)
        .execute(),

    /** Lots that can be bought at their price now. */
    atFixedPrice: (now: Date, limit: number): Promise<LotRow[]> =>
      lots()
        .where('lot.trade_type', '=', 'fixed-price')
        .where('lot.status', '=', LOT_STATUS.onSaleAtFixedPrice)
        .where('lot.closes_at', '>', now)
        .orderBy('lot.id')
        .limit(limit)
        .execute(),

    /** Recently ended lots, newest first: for the board of rooms. */
    endedSince: (since: Date, limit: number): Promise<LotRow[]> =>
      lots().where('lot.ended_at', '>=', since).orderBy('lot.ended_at', 'desc').limit(limit).execute(),

    /** Auctions that ended, the last one first; practice lots are none. */
    ended: ({ category, region }: EndedFilter, limit: number): Promise<LotRow[]> =>
      lots()
        .where('lot.trade_type', '=', 'auction')
        .where('lot.outcome', 'is not', null)
        .where('lot.practice', '=', false)
        .where('lot.ended_at', 'is not', null)
        .$if(category !== undefined, (query) => query.where('lot.category_id', '=', category as number))
        .$if(region !== undefined, (query) => query.where('lot.region_id', '=', region as number))
        .orderBy('lot.ended_at', 'desc')
        .orderBy('lot.id', 'desc')
        .limit(limit)
        .execute(),

    byIds: (ids: readonly number[]): Promise<LotRow[]> =>
      ids.length === 0 ? Promise.resolve([]) : lots().where('lot.id', 'in', ids).execute(),
  };
}
