import { sql } from 'kysely';
import { literals, type AnyDb } from '#server/platform/database/index.ts';
import { SENT_PAYOUTS, WAITING_PAYOUTS } from '#shared/lifecycles/payout.ts';

/**
 * Is the seller's money of this order on its way, or all of it paid out? A payout that the bank returned waits for other
 * requisites. `payout`, `settlement` and `lot` are owned by others: read here.
 */
export async function isPayoutSent(db: AnyDb, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ sent: boolean }>`
    select coalesce(bool_or(p.state in (${literals(SENT_PAYOUTS)}))
      and (bool_or(p.state = ${SENT_PAYOUTS[0]}) or not bool_or(p.state in (${literals(WAITING_PAYOUTS)}))), false) as sent
    from lot join settlement s on s.lot_id = lot.id join payout p on p.settlement_id = s.id
    where lot.order_id = ${orderId} and p.recipient is null`.execute(db);
  return rows[0]?.sent ?? false;
}
