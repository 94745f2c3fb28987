import { sql, type Kysely } from 'kysely';

/** A payout that is to be sent goes back to be approved where its approvals are too few by then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payout_step drop constraint payout_step_action_check`.execute(db);
  await sql`
    alter table payout_step add constraint payout_step_action_check check (action in
      ('approved', 'requisites-changed', 'too-few-approvals', 'sent', 'paid', 'returned', 'planned-again', 'held', 'cancelled'))
  `.execute(db);
}
