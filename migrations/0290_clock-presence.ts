import { sql, type Kysely } from 'kysely';

/** When a clock last looked at what is due: one row for all of them, for any of them opens and ends every room. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auction_clock (
      only_row boolean primary key default true check (only_row),
      -- PostgreSQL's time.
      looked_at timestamptz not null
    )
  `.execute(db);
}
