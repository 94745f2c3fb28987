import { sql, type Kysely } from 'kysely';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import type { AuctionTables } from '../state/auction-tables.ts';

/** Refused attempts of each lot by reason, since the room opened; lots without any are left out. */
export async function readRefusalCounts(
  database: Kysely<AuctionTables>,
  lotIds: readonly number[],
): Promise<Map<number, Partial<Record<RefusalReason, number>>>> {
  const counts = new Map<number, Partial<Record<RefusalReason, number>>>();
  if (lotIds.length === 0) return counts;
  const rows = await database
    .selectFrom('auction_attempt')
    .select(['lot_id', 'reason', sql<number>`count(*)::int`.as('times')])
    .where('lot_id', '=', sql<number>`any(${lotIds}::bigint[])`)
    .where('verdict', '=', 'refused')
    .groupBy(['lot_id', 'reason'])
    .execute();
  for (const { lot_id: lot, reason, times } of rows) {
    if (reason === null) continue;
    const lotId = Number(lot);
    const of = counts.get(lotId) ?? {};
    of[reason as RefusalReason] = times;
    counts.set(lotId, of);
  }
  return counts;
}
