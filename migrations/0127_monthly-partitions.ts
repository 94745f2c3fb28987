import { sql, type Kysely } from 'kysely';

/** Tables that grow for ever, and the time that puts a row into its month. */
const TABLES = [
  { name: 'auction_attempt', time: 'received_at', key: 'id, received_at' },
  { name: 'auction_attempt_count', time: 'minute_at', key: 'lot_id, minute_at, person, reason' },
  { name: 'person_action', time: 'at', key: 'id, at' },
] as const;

/**
 * One partition per month, so that a month that is no longer needed goes whole. What is stored so far becomes the first
 * partition, up to the end of the present month, without being copied; the months that follow are made by the migration step
 * and by `database partitions`. Partitions live in a schema that only the owner of the tables enters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create schema monthly`.execute(db);
  for (const table of TABLES) await divide(db, table);
}

async function divide(db: Kysely<unknown>, { name, time, key }: (typeof TABLES)[number]): Promise<void> {
  const parent = sql.id('public', name);
  const first = sql.id('monthly', `${name}_first`);
  const columns = sql.raw(key);
  const { rows: triggers } = await sql<{ name: string; definition: string }>`
    select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ${`public.${name}`}::regclass and not tgisinternal`.execute(db);
  for (const trigger of triggers) await sql`drop trigger ${sql.id(trigger.name)} on ${parent}`.execute(db);
  // A partition may have no identity column; the table it belongs to goes on counting where it ended.
  const { rows } = await sql<{ next: number | null }>`
    select nextval(pg_get_serial_sequence(${`public.${name}`}, 'id')) as next
    where exists (select from information_schema.columns
      where table_schema = 'public' and table_name = ${name} and column_name = 'id')`.execute(db);
  const next = rows[0]?.next ?? null;
  if (next !== null) await sql`alter table ${parent} alter column id drop identity`.execute(db);
  await sql`alter table ${parent} drop constraint ${sql.id(`${name}_pkey`)}`.execute(db);
  await sql`alter table ${parent} add constraint ${sql.id(`${name}_first_pkey`)} primary key (${columns})`.execute(
    db,
  );
  await sql`alter table ${parent} set schema monthly`.execute(db);
  await sql`alter table ${sql.id('monthly', name)} rename to ${sql.id(`${name}_first`)}`.execute(db);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'monthly' and tablename = ${`${name}_first`} and indexname not like '%\\_pkey'`.execute(
    db,
  );
  for (const index of indexes)
    await sql`alter index ${sql.id('monthly', index.name)} rename to ${sql.id(`${index.name}_first`)}`.execute(
      db,
    );
  await sql`
    create table ${parent} (like ${first} including defaults including constraints)
    partition by range (${sql.id(time)})
  `.execute(db);
  await sql`alter table ${parent} add primary key (${columns})`.execute(db);
  if (next !== null)
    await sql`alter table ${parent} alter column id add generated always as identity (start with ${sql.raw(String(next))})`.execute(
      db,
    );
  const until = sql<string>`date_trunc('month', now() at time zone 'UTC') + interval '1 month'`;
  const { rows: bounds } = await sql<{ until: string }>`
    select to_char(${until}, 'YYYY-MM-DD"T00:00:00Z"') as until`.execute(db);
  await sql`
    alter table ${parent} attach partition ${first} for values from (minvalue) to (${sql.lit(bounds[0]!.until)})
  `.execute(db);
  // Takes the index of the first partition over, where it has the same one.
  for (const { definition } of indexes)
    await sql.raw(definition.replace(`monthly.${name}_first`, `public.${name}`)).execute(db);
  await sql`create table ${sql.id('monthly', `${name}_default`)} partition of ${parent} default`.execute(db);
  for (const { definition } of triggers) await sql.raw(definition).execute(db);
}
