import { sql, type Kysely } from 'kysely';

/** Staff look for the few that are cancelled among all protocols. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index protocol_by_status on protocol (status, id)`.execute(db);
}
