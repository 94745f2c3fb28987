import { sql, type Kysely } from 'kysely';

/**
 * Payouts wait for the hand-over, which opens with the first part of a price that is paid by parts: sales that are paid in part get
 * theirs. A proposal to cancel a result takes approvals of its payouts back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payout_step drop constraint payout_step_action_check`.execute(db);
  await sql`
    alter table payout_step add constraint payout_step_action_check check (action in
      ('approved', 'requisites-changed', 'sent', 'paid', 'returned', 'planned-again', 'held', 'cancelled'))
  `.execute(db);
  await sql`
    insert into hand_over (settlement_id, lot_id, buyer_id, seller_id, due_at)
    select s.id, s.lot_id, s.person_id, lot.customer_person_id, now() + interval '14 days'
    from settlement s join lot on lot.id = s.lot_id and not lot.practice
    where s.parts_begun_at is not null and s.state in ('part-paid', 'overdue')
    on conflict (settlement_id) do nothing
  `.execute(db);
}
