import { sql, type Kysely } from 'kysely';

/**
 * Attempts are stored in the order of their times, so an index of ranges of pages finds those of a minute as well as a tree of all times, and
 * costs an insert next to nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index auction_attempt_by_time`.execute(db);
  await sql`create index auction_attempt_in_time_ranges on auction_attempt using brin (received_at) with (autosummarize)`.execute(
    db,
  );
}
