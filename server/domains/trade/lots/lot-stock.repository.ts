import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { Stock } from '#shared/api/site/lots.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { LotsTables } from './lot-tables.ts';

/** Stock of the lot of a query; null for auctions. */
export const stockOfLot = sql<Stock | null>`(
  select jsonb_build_object('units', s.units, 'reserved', s.reserved, 'sold', s.sold)
  from lot_stock s where s.lot_id = lot.id)`;

/** What changes of a sale at a fixed price while it is looked at. */
export interface LiveStock extends Stock {
  lotId: number;
  status: LotStatus;
  hasEnded: boolean;
  closesAtMs: number;
}

/** Sales at a fixed price as they are now, of these lots; others are missing. */
export async function liveStocks(db: Db<LotsTables>, lotIds: readonly number[]): Promise<LiveStock[]> {
  if (lotIds.length === 0) return [];
  const rows = await db
    .selectFrom('lot_stock as s')
    .innerJoin('lot', 'lot.id', 's.lot_id')
    .select(['s.lot_id', 's.units', 's.reserved', 's.sold', 'lot.status', 'lot.outcome', 'lot.closes_at'])
    .where(sql<boolean>`s.lot_id = any(${lotIds})`)
    .execute();
  return rows.map(({ lot_id: lotId, units, reserved, sold, status, outcome, closes_at: closesAt }) => ({
    lotId,
    units,
    reserved,
    sold,
    status,
    hasEnded: outcome !== null,
    closesAtMs: closesAt.getTime(),
  }));
}
