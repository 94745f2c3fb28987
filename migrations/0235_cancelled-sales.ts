import { sql, type Kysely } from 'kysely';

/** Each sale of a lot at a fixed price is cancelled by itself: proposals about different sales of one lot are open at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index result_cancellation_open`.execute(db);
  await sql`
    create unique index result_cancellation_open on result_cancellation (lot_id, coalesce(settlement_id, 0))
    where state in ('prepared', 'proposed')
  `.execute(db);
}
