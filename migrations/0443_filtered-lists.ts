import { sql, type Kysely } from 'kysely';

/** Filters of lists of staff that went to every row of the table: what they look at is in the index that orders the list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index customer_order_waiting`.execute(db);
  await sql`
    create index customer_order_waiting on customer_order (sent_at, id) include (order_type, start_price_tiyin)
      where status = 'sent'`.execute(db);
  await sql`
    create index settlement_paid_of_lot on settlement (lot_id)
      where state = 'paid' and sale <> 'purchase'`.execute(db);
}
