import { sql, type Kysely } from 'kysely';

/** Somebody who was refused names a minute: the attempts of all rooms within it are looked up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index auction_attempt_by_time on auction_attempt (received_at)`.execute(db);
}
