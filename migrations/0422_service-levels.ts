import { sql, type Kysely } from 'kysely';

/** How many cases of each service level were good, by hour and by who counted them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table service_level_hour (
      level text not null check (level in ('bids', 'room-joins', 'hammers', 'deposits')),
      hour timestamptz not null,
      -- The process that measured them, or 'committed': counted from rows. Each writes all of its hour again.
      source text not null,
      good bigint not null check (good >= 0),
      total bigint not null check (total >= good),
      primary key (hour, level, source)
    )
  `.execute(db);
  // Hammers of the last hours.
  await sql`create index auction_lot_by_close on auction_lot (closed_at) where closed_at is not null`.execute(
    db,
  );
}
