import { sql, type Kysely } from 'kysely';

/** What staff wrote about an incident for everyone, not for its participants alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table incident_message add column is_public boolean not null default false`.execute(db);
}
