import { sql, type Kysely } from 'kysely';

/** What a decision would do is stored as it was previewed at the proposal, so that a list of them need not ask for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table decision add column proposed_facts jsonb`.execute(db);
}
