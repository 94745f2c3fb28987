import { sql, type Kysely } from 'kysely';

/** What refunds in some states come to is read from the index alone, as their number is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index refund_by_status`.execute(db);
  await sql`create index refund_by_status on refund (status, id desc) include (amount_tiyin)`.execute(db);
}
