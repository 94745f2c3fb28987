import { sql, type Kysely } from 'kysely';

/**
 * Money in the name of staff is judged over 30 days: indexes for what is counted. How many approve a refund is judged when it is
 * approved, not stored with the request.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refund alter column approvals_needed set default 2`.execute(db);
  await sql`create index refund_step_sent on refund_step (at) where action = 'sent'`.execute(db);
  await sql`create index payout_step_moving on payout_step (at) where action in ('approved', 'sent')`.execute(
    db,
  );
  await sql`create index bank_statement_line_credited on bank_statement_line (decided_at) where journal_id is not null`.execute(
    db,
  );
  await sql`create index payment_mismatch_credited on payment_mismatch (settled_at) where note = 'credited'`.execute(
    db,
  );
}
