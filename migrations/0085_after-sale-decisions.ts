import { sql, type Kysely } from 'kysely';

/** Decisions after a sale that need two persons, and an index that finds the days on which money left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A dispute about a large sale is settled by two persons: the first one agrees.
  await sql`
    alter table hand_over
      add column agreed_by text,
      add column agreed_note text,
      add column agreed_at timestamptz,
      add constraint hand_over_agreed check (
        num_nonnulls(agreed_by, agreed_note, agreed_at) in (0, 3)
        and (agreed_by is null or disputed_at is not null)
        and (agreed_by is null or state <> 'confirmed' or confirmed_by <> agreed_by)
        and agreed_by is distinct from buyer_id and (agreed_by is null or agreed_by is distinct from seller_id)
      )
  `.execute(db);
  // A decided line of a large sum is opened again by two persons.
  await sql`
    alter table bank_statement_line_step
      drop constraint bank_statement_line_step_action_check,
      add constraint bank_statement_line_step_action_check check (action in
        ('asked', 'rejected', 'credited', 'returned', 'ignored', 'matched', 'reopen-asked', 'reopened'))
  `.execute(db);
  await sql`
    create index ledger_journal_settled on ledger_journal (posted_at) where kind in ('sale-out-settled', 'pay-out-settled')
  `.execute(db);
}
