import { sql, type Kysely } from 'kysely';

/** A bar ends the right of who leads a room, which counts as declining at the close. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table trade_application add barred_at timestamptz`.execute(db);
}
