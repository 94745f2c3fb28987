import { sql, type Kysely } from 'kysely';

/**
 * Whether the other statement says all that decides where the money of the line goes and from when it counts. What was seen before was not
 * compared so: it bears nothing out any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bank_statement_line_seen add column agrees boolean not null default false`.execute(
    db,
  );
}
