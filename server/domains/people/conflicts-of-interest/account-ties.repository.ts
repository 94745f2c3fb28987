import { sql, type RawBuilder } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { STAFF_ROLES } from '#shared/api/contract.ts';
import { OPEN_HAND_OVERS } from '#shared/lifecycles/hand-over.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { OVER_STATUSES } from '#shared/lifecycles/lot.ts';
import { OPEN_OFFERS } from '#shared/lifecycles/offer.ts';
import { OPEN_ORDERS } from '#shared/lifecycles/order.ts';
import { PAYMENT } from '#shared/lifecycles/payment.ts';
import { WAITING_PAYOUTS } from '#shared/lifecycles/payout.ts';
import { OPEN_PROTESTS } from '#shared/lifecycles/protest.ts';
import { PENDING_PURCHASES } from '#shared/lifecycles/purchase.ts';
import { WAITING_REFUNDS } from '#shared/lifecycles/refund.ts';
import { RESULT_CANCELLATION } from '#shared/lifecycles/result-cancellation.ts';
import { OPEN_SETTLEMENTS, SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import { TAKING_PART } from '#shared/lifecycles/trade-application.ts';
import { ACCOUNT_TIES, type AccountTie } from '#shared/limits/number-claims.ts';

const PAYING = [...statesFrom(PAYMENT, 'expire'), ...statesFrom(PAYMENT, 'time-out')];

/** A query with a row for each tie of one kind. */
const TIES: Record<AccountTie, (personId: string) => RawBuilder<unknown>> = {
  staff: (id) => sql`
    select from person where id = ${id}::uuid and (roles && ${[...STAFF_ROLES]} or offered_roles <> '{}')`,
  money: (id) => sql`select from ledger_account where person_id = ${id} and balance_tiyin > 0`,
  debt: (id) => sql`select from ledger_account where person_id = ${id} and balance_tiyin < 0`,
  // Owed for a cancelled sale, or a transfer that another person has: it is paid to the account.
  claim: (id) => sql`
    select from sale_claim where buyer_id = ${id} and ended is null
    union all
    select from decision d join ledger_journal j on j.kind = 'credit-claim' and j.idempotency_key = 'correction:' || d.id
    where d.kind = 'correct-credit' and d.payload->>'personId' = ${id}
      and not exists (
        select from ledger_journal r
        where r.resolves_id = j.id or (r.kind = 'credit-cover' and r.idempotency_key = j.idempotency_key))`,
  'top-up': (id) => sql`select from top_up where person_id = ${id} and status = any(${PAYING})`,
  refund: (id) => sql`select from refund where person_id = ${id} and status = any(${[...WAITING_REFUNDS]})`,
  order: (id) => sql`
    select from customer_order where person_id = ${id} and status = any(${[...OPEN_ORDERS]})`,
  lot: (id) => sql`
    select from lot where customer_person_id = ${id} and not practice and status <> all(${OVER_STATUSES})`,
  application: (id) => sql`
    select from trade_application a join lot on lot.id = a.lot_id
    where a.person_id = ${id} and not lot.practice and lot.status <> all(${OVER_STATUSES})
      and a.status = any(${TAKING_PART})`,
  purchase: (id) => sql`select from purchase where person_id = ${id} and state = any(${PENDING_PURCHASES})`,
  settlement: (id) => sql`
    select from settlement where person_id = ${id} and state = any(${OPEN_SETTLEMENTS})`,
  // Its price comes back to the account when the sale is cancelled.
  sale: (id) => sql`
    select from settlement s where s.person_id = ${id} and s.state = any(${[...statesFrom(SETTLEMENT, 'undo-sale')]}) and (
      s.protest_until > now()
      or exists (
        select from payout p where p.settlement_id = s.id and p.state = any(${[...WAITING_PAYOUTS]})
      )
      or exists (
        select from result_cancellation c
        where c.lot_id = s.lot_id and coalesce(c.settlement_id, s.id) = s.id
          and c.state = ${stateAfter(RESULT_CANCELLATION, 'propose')}
      ))`,
  offer: (id) => sql`select from offer where person_id = ${id} and state = any(${OPEN_OFFERS})`,
  protest: (id) => sql`select from protest where person_id = ${id} and state = any(${OPEN_PROTESTS})`,
  payout: (id) => sql`select from payout where seller_id = ${id} and state = any(${WAITING_PAYOUTS})`,
  'hand-over': (id) => sql`
    select from hand_over where (buyer_id = ${id} or seller_id = ${id}) and state = any(${OPEN_HAND_OVERS})`,
};

/**
 * What an account still has here: money, obligations, things under way. Reads tables of many domains and writes none;
 * under a lock of the person nothing new of it begins. In the order of `ACCOUNT_TIES`.
 */
export async function tiesOf(db: AnyDb, personId: string): Promise<AccountTie[]> {
  const { rows } = await sql<Record<AccountTie, boolean>>`
    select ${sql.join(ACCOUNT_TIES.map((tie) => sql`exists (${TIES[tie](personId)}) as ${sql.ref(tie)}`))}`.execute(
    db,
  );
  return ACCOUNT_TIES.filter((tie) => rows[0]?.[tie] === true);
}
