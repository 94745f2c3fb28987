import { sql, type Kysely } from 'kysely';

/** What the lot said when units of it were reserved. Until now nothing was corrected once anything was reserved or bought. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table purchase add column lot_title jsonb, add column lot_description jsonb`.execute(db);
  await sql`
    update purchase p set lot_title = lot.title, lot_description = lot.description from lot where lot.id = p.lot_id
  `.execute(db);
  await sql`alter table purchase alter column lot_title set not null, alter column lot_description set not null`.execute(
    db,
  );
  // Lists of sales name what was bought.
  await sql`create index purchase_of_settlement on purchase (settlement_id) where settlement_id is not null`.execute(
    db,
  );
}
