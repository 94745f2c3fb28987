import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { postponedProtests } from '#server/domains/trade/trade-applications/index.ts';
import { DONE_HAND_OVERS, HAND_OVER } from '#shared/lifecycles/hand-over.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import type { PayoutHold } from '#shared/lifecycles/payout.ts';
import { OPEN_PROTESTS } from '#shared/lifecycles/protest.ts';
import { RESULT_CANCELLATION } from '#shared/lifecycles/result-cancellation.ts';
import { LOST_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';

/**
 * What holds the payouts of these sales, by settlement; those that nothing holds are missing. Decisive in a transaction that has
 * locked the lot's sales. What is left for the seller of a sale that ended waits for no hand-over.
 */
export async function payoutHolds(
  db: AnyDb,
  settlementIds: readonly number[],
): Promise<ReadonlyMap<number, PayoutHold>> {
  if (settlementIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; hold: PayoutHold }>`
    select * from (
      select s.id, case
        when exists (select from protest where lot_id = s.lot_id and state = any(${OPEN_PROTESTS})) then 'protest'
        when exists (
          select from result_cancellation
          where lot_id = s.lot_id and (s.sale <> 'purchase' or settlement_id = s.id)
            and state = ${stateAfter(RESULT_CANCELLATION, 'propose')}) then 'cancellation'
        when h.state = ${stateAfter(HAND_OVER, 'dispute')} then 'dispute'
        when s.state <> all(${LOST_SETTLEMENTS}) and (h.state is null or h.state <> all(${DONE_HAND_OVERS})) then 'hand-over'
      end as hold
      from settlement s left join hand_over h on h.settlement_id = s.id
      where s.id = any(${settlementIds})) held
    where hold is not null`.execute(db);
  const holds = new Map(rows.map(({ id, hold }) => [id, hold]));
  const free = settlementIds.filter((id) => !holds.has(id));
  for (const id of await withLaterProtests(db, free)) holds.set(id, 'protest-window');
  return holds;
}

/** Those of these sales against which somebody may still protest because one member of staff had shut the account meanwhile. */
async function withLaterProtests(db: AnyDb, settlementIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; lotId: number; ended_at: Date; protest_until: Date; now: Date }>`
    select s.id, lot.id as "lotId", lot.ended_at, lot.protest_until, clock_timestamp() as now
    from settlement s join lot on lot.id = s.lot_id
    where s.id = any(${settlementIds}) and s.sale <> 'purchase' and lot.ended_at is not null`.execute(db);
  if (rows.length === 0) return [];
  const calendar = await createReferenceService(createReferenceRepository(db)).workingCalendar();
  const { now } = rows[0]!;
  const lots = rows.map(({ lotId, ended_at, protest_until }) => ({ id: lotId, ended_at, protest_until }));
  const until = await postponedProtests(db, lots, { calendar, now });
  return rows.flatMap(({ id, lotId }) => ((until.get(lotId) ?? now) > now ? [id] : []));
}
