import { sql, type Kysely } from 'kysely';

/** Tables of the log of an auction: they grow for ever, and nothing in them is ever taken out. */
const TABLES = ['auction_entry', 'auction_receipt'] as const;
/** Lots of one partition. */
const LOTS = 100_000;

/**
 * One partition for every 100,000 lots, which a busy installation makes in a third of a year: indexes stay small. Divided by
 * lot, because a log is read, and its entries are unique, by lot. What is stored so far becomes the first partition without
 * being copied; the next ones are made by the migration step and by `database partitions`. They live in a schema that only the
 * owner of the tables enters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create schema by_lot`.execute(db);
  const { rows } = await sql<{ last: number }>`select last_value::float8 as last from lot_id_seq`.execute(db);
  const until = (Math.floor(rows[0]!.last / LOTS) + 1) * LOTS;
  for (const table of TABLES) await divide(db, table, until);
}

async function divide(db: Kysely<unknown>, name: string, until: number): Promise<void> {
  const parent = sql.id('public', name);
  const first = sql.id('by_lot', `${name}_first`);
  const { rows: triggers } = await sql<{ name: string; definition: string }>`
    select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ${`public.${name}`}::regclass and not tgisinternal`.execute(db);
  for (const trigger of triggers) await sql`drop trigger ${sql.id(trigger.name)} on ${parent}`.execute(db);
  const { rows: indexes } = await sql<{ name: string; definition: string; isKey: boolean }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, i.indisprimary as "isKey"
    from pg_index i where i.indrelid = ${`public.${name}`}::regclass`.execute(db);
  await sql`alter table ${parent} set schema by_lot`.execute(db);
  await sql`alter table ${sql.id('by_lot', name)} rename to ${sql.id(`${name}_first`)}`.execute(db);
  for (const index of indexes)
    await sql`alter index ${sql.id('by_lot', index.name)} rename to ${sql.id(`${index.name}_first`)}`.execute(
      db,
    );
  await sql`
    create table ${parent} (like ${first} including defaults including constraints including generated)
    partition by range (lot_id)
  `.execute(db);
  await sql`alter table ${parent} add primary key (lot_id, seq)`.execute(db);
  await sql`
    alter table ${parent} attach partition ${first} for values from (minvalue) to (${sql.lit(until)})
  `.execute(db);
  // Takes the index of the first partition over, where it has the same one.
  for (const { definition } of indexes.filter(({ isKey }) => !isKey)) await sql.raw(definition).execute(db);
  await sql`create table ${sql.id('by_lot', `${name}_default`)} partition of ${parent} default`.execute(db);
  for (const { definition } of triggers) await sql.raw(definition).execute(db);
}
