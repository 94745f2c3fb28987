import { sql, type Kysely } from 'kysely';

/** A token falls with the sessions that a reset of the password ends, and outlives a late repeat of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // When the session began in which it was made; of older ones, that is not known.
  await sql`alter table api_token add column session_began_at timestamptz`.execute(db);
  await sql`update api_token set session_began_at = created_at`.execute(db);
  await sql`alter table api_token alter column session_began_at set not null`.execute(db);
}
