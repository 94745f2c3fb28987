import { sql, type Kysely } from 'kysely';

/** A suspended sale at a fixed price keeps its time: it does not end by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index lot_on_sale`.execute(db);
  await sql`create index lot_on_sale on lot (closes_at) where trade_type = 'fixed-price' and status = 2`.execute(
    db,
  );
}
