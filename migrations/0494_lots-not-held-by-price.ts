import { sql, type Kysely } from 'kysely';

/**
 * Lots that found no buyer, by price: those that were sold have the higher prices, so that a list of the others with the dearest first
 * would pass over most of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index lot_not_held_by_last_price on lot (coalesce(room_price_tiyin, start_price_tiyin), id desc)
      include (room_price_tiyin, start_price_tiyin, ended_at, published_at, status, region_id, area_id, category_id,
        order_type, trade_type, instalment_months, tenure, opens_at, closes_at)
      where ended_at is not null and not rehearsal and status in (9, 10, 11, 13, 16)`.execute(db);
}
