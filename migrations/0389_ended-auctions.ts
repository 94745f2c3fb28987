import { sql, type Kysely } from 'kysely';

/** Figures count ended auctions by month, category and region: from the index alone, however many there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index lot_ended_auctions on lot (ended_at desc, id desc)
      include (category_id, region_id, outcome, participants, start_price_tiyin, room_price_tiyin)
      where trade_type = 'auction' and not practice and ended_at is not null`.execute(db);
}
