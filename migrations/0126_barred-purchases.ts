import { sql, type Kysely } from 'kysely';

/** A reservation ends where its buyer is barred before the code is entered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table purchase
      drop constraint purchase_state_check,
      add constraint purchase_state_check check (
        state in ('reserved', 'bought', 'expired', 'cancelled', 'codes-spent', 'undelivered', 'withdrawn', 'barred')
      )
  `.execute(db);
}
