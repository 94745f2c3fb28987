import { sql, type Kysely } from 'kysely';

/** A number by which OneID or a certificate signs in no longer stays proven as its account's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity_proven_number add column unlinked_at timestamptz`.execute(db);
}
