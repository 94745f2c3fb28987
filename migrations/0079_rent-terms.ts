import { sql, type Kysely } from 'kysely';

/**
 * Leases loaded in bulk from tables that do not state their term: it is only in the lot's papers. Until now they were
 * recorded as sold into ownership.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where conrelid = 'lot'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%tenure = %rent_months IS NOT NULL%'`.execute(db);
  for (const { name } of rows) await sql`alter table lot drop constraint ${sql.id(name)}`.execute(db);
  await sql`
    alter table lot add constraint lot_rent_term check (
      (tenure = 'ownership' and rent_months is null)
      or (tenure = 'rent' and (rent_months is not null or outside_id is not null))
    )`.execute(db);
  await sql`
    update lot set tenure = 'rent' from category
    where category.id = lot.category_id and lot.outside_id is not null and lot.tenure = 'ownership'
      and category.code in ('private-property-rent', 'state-property-rent', 'smallholder-lease', 'crop-lease')`.execute(
    db,
  );
}
