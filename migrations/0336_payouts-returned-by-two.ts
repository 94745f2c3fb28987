import { sql, type Kysely } from 'kysely';

/** That the bank sent a payout back is decided by two persons by the bank's document; earlier releases took the word of one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payout_step
      -- By which it was returned.
      add column decision_id bigint unique references decision (id),
      -- What one person said before stays as it was written.
      add constraint payout_step_returned check ((action = 'returned') = (decision_id is not null)) not valid
  `.execute(db);
}
