import { sql, type Kysely } from 'kysely';

/**
 * A lot offers payment by parts with its first part, or not at all. Lots that came from a table had months alone: their card
 * offered parts that could not be paid. Their first part is as large as the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update lot set first_part_bp = ceil(10000.0 / (instalment_months + 1))::int
    where instalment_months is not null and first_part_bp is null
  `.execute(db);
  // Who buys at a fixed price pays at once: nothing is deposited.
  await sql`
    update lot set deposit_tiyin = 0, deposit_bp = 0
    where trade_type = 'fixed-price' and (deposit_tiyin > 0 or deposit_bp > 0)
  `.execute(db);
  await sql`
    alter table lot add constraint lot_parts_whole check ((instalment_months is null) = (first_part_bp is null))
  `.execute(db);
}
