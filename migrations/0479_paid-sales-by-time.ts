import { sql, type Kysely } from 'kysely';

/** Figures read the payments of their period from the index alone, not those of all years. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index settlement_paid_by_time on settlement (sold_at) include (lot_id, decided_at)
      where state = 'paid' and sale <> 'purchase'`.execute(db);
}
