import { sql, type Kysely } from 'kysely';

/** Ended auctions of one category or region, their count and their figures: from an index of their own, not from those of all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index lot_ended_of_category on lot (category_id, ended_at desc, id desc)
      include (region_id, outcome, participants, start_price_tiyin, room_price_tiyin)
      where trade_type = 'auction' and not practice and ended_at is not null`.execute(db);
  await sql`
    create index lot_ended_of_region on lot (region_id, ended_at desc, id desc)
      include (category_id, outcome, participants, start_price_tiyin, room_price_tiyin)
      where trade_type = 'auction' and not practice and ended_at is not null`.execute(db);
}
