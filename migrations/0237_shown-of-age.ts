import { sql, type Kysely } from 'kysely';

/** Of a natural person whose PINFL contains no day of birth: when two of staff had seen a document that shows them of age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person add column of_age_at timestamptz`.execute(db);
}
