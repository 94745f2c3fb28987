import { sql, type Kysely } from 'kysely';

/**
 * What the lists in memory do not hold: lots that ended long ago are counted and sorted from indexes that have all that lists
 * filter by. Lots that are over without an end are few.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index lot_that_ended on lot (ended_at desc, id desc)
      include (published_at, status, region_id, area_id, category_id, order_type, trade_type, instalment_months, tenure,
        start_price_tiyin, opens_at, closes_at)
      where ended_at is not null and not rehearsal`.execute(db);
  await sql`
    create index lot_that_ended_by_start_price on lot (start_price_tiyin)
      include (ended_at, published_at, status, region_id, area_id, category_id, order_type, trade_type,
        instalment_months, tenure)
      where ended_at is not null and not rehearsal`.execute(db);
  // The planner reads an expression from an index alone only where the index has its columns as well.
  await sql`
    create index lot_that_ended_by_last_price on lot (coalesce(room_price_tiyin, start_price_tiyin), id desc)
      include (room_price_tiyin, start_price_tiyin, ended_at, published_at, status, region_id, area_id, category_id,
        order_type, trade_type, instalment_months, tenure, opens_at, closes_at)
      where ended_at is not null and not rehearsal`.execute(db);
  await sql`
    create index lot_over_without_end on lot (id)
      where ended_at is null and status not in (1, 2, 3, 4, 8, 12)`.execute(db);
}
