import { sql, type Kysely } from 'kysely';

/** As the others of lots that ended: the list by publication filters what it passes over from the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index lot_that_ended_by_publication on lot (published_at desc, id desc)
      include (ended_at, status, region_id, area_id, category_id, order_type, trade_type, instalment_months, tenure,
        start_price_tiyin, opens_at, closes_at)
      where ended_at is not null and not rehearsal`.execute(db);
}
