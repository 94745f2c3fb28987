import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { DONE_HAND_OVERS, HAND_OVER } from '#shared/lifecycles/hand-over.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import type { PayoutHold } from '#shared/lifecycles/payout.ts';
import { OPEN_PROTESTS } from '#shared/lifecycles/protest.ts';
import { RESULT_CANCELLATION } from '#shared/lifecycles/result-cancellation.ts';
import { LOST_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';
import type { PayoutTables } from './payout-tables.ts';

/**
 * What holds the payouts of these sales, by settlement; those that nothing holds are missing. Decisive in a transaction that has
 * locked the lot's sales. What is left for the seller of a sale that ended waits for no hand-over.
 */
export async function payoutHolds(
  db: Db<PayoutTables>,
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
  return new Map(rows.map(({ id, hold }) => [id, hold]));
}
