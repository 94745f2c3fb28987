import { sql, type Kysely } from 'kysely';

/** A seller records that the property of a paid sale is with its buyer: from then on the buyer does not leave the sale alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: not recorded, as all of before.
  await sql`alter table hand_over add column recorded_at timestamptz`.execute(db);
}
