import { sql, type Kysely } from 'kysely';

/**
 * Units that one person may have open by parts at once, frozen with the lot's other terms; null for lots published before. A
 * purchase whose sale was lost while its lot was on sale has given its units back to the stock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lot add column parts_units_max integer check (parts_units_max > 0)`.execute(db);
  await sql`alter table purchase add column returned_at timestamptz`.execute(db);
}
