import { sql, type Kysely } from 'kysely';

/** A withdrawal that is carried out later costs no more than was stated to its customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lot_withdrawal
      -- The penalty that was stated to the customer; null: of the release before, which did not write it down.
      add column stated_penalty_tiyin bigint check (stated_penalty_tiyin >= 0)
  `.execute(db);
}
