import { sql, type Kysely } from 'kysely';

/** From when messages that a listener did not take count towards switching it off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // It was switched on again then, or took a message that is being sent once more. null: all of them count.
  await sql`alter table webhook add column failures_from timestamptz`.execute(db);
}
