import { sql, type Kysely } from 'kysely';

/** The audit log looks for what staff did, and figures for how soon sales were paid: neither goes to every row of its table any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index person_roles on person using gin (roles)`.execute(db);
  await sql`drop index settlement_paid_of_lot`.execute(db);
  await sql`
    create index settlement_paid_of_lot on settlement (lot_id) include (sold_at, decided_at)
      where state = 'paid' and sale <> 'purchase'`.execute(db);
}
