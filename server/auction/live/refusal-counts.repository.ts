import { sql, type Kysely } from 'kysely';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import type { AuctionTables } from '../state/auction-tables.ts';

interface ReasonRow {
  lot_id: number;
  reason: string;
  times: number;
}

/**
 * Refused attempts of each lot by reason since the room opened, stored and counted ones together; lots without any are
 * omitted.
 */
export async function readRefusalCounts(
  database: Kysely<AuctionTables>,
  lotIds: readonly number[],
): Promise<Map<number, Partial<Record<RefusalReason, number>>>> {
  const counts = new Map<number, Partial<Record<RefusalReason, number>>>();
  if (lotIds.length === 0) return counts;
  const { rows } = await sql<ReasonRow>`
    select lot_id, reason, sum(times)::float8 as times
    from (
      select lot_id, reason, count(*) as times from auction_attempt
      where lot_id = any(${lotIds}::bigint[]) and verdict = 'refused' and reason is not null
      group by lot_id, reason
      union all
      select lot_id, reason, sum(times) from auction_attempt_count
      where lot_id = any(${lotIds}::bigint[]) and reason <> 'unknown'
      group by lot_id, reason
    ) as refused
    group by lot_id, reason`.execute(database);
  for (const { lot_id: lot, reason, times } of rows) {
    const lotId = Number(lot);
    const of = counts.get(lotId) ?? {};
    of[reason as RefusalReason] = Number(times);
    counts.set(lotId, of);
  }
  return counts;
}
