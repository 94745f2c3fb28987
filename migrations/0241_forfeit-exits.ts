import { sql, type Kysely } from 'kysely';

/** A forfeited deposit, and a penalty that was paid, leave the platform's account once, whole, by a document of the bank. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string; way: string }>`
    select pg_get_constraintdef(oid) as definition, (select prosrc from pg_proc where proname = 'ledger_way') as way
    from pg_constraint where conname = 'ledger_journal_kind'
  `.execute(db);
  const { definition = '', way = '' } = rows[0] ?? {};
  const kinds = [...definition.matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  const all = [...new Set([...kinds, 'forfeit-out', 'penalty-out'])].map((kind) => `'${kind}'`);
  await sql`
    alter table ledger_journal
      drop constraint ledger_journal_kind,
      add constraint ledger_journal_kind check (kind in (${sql.raw(all.join(', '))}))
  `.execute(db);
  await resolving(db);
  const added = way.replace(
    'select case kind',
    "select case kind when 'forfeit-out' then 'forfeit>bank' when 'penalty-out' then 'penalty>bank'",
  );
  if (added === way)
    throw new Error('the ways of the ledger are written differently: the new one was not added');
  await sql`
    create or replace function ledger_way(kind text) returns text language sql immutable as ${sql.raw(`$$${added}$$`)}
  `.execute(db);
  // Those that are still there, for the list of staff.
  await sql`create index ledger_journal_forfeits on ledger_journal (id)
    where kind in ('forfeit', 'penalty-paid')`.execute(db);
}

async function resolving(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_journal drop constraint ledger_journal_resolves`.execute(db);
  await sql`alter table ledger_journal drop constraint ledger_journal_shape`.execute(db);
  const { rows } = await sql<{ expression: string }>`
    select pg_get_expr(adbin, adrelid) as expression from pg_attrdef
    join pg_attribute on attrelid = adrelid and attnum = adnum
    where adrelid = 'ledger_journal'::regclass and attname = 'resolves_kind'
  `.execute(db);
  const before = rows[0]?.expression ?? '';
  const after = before.replace(
    /\bELSE\b/,
    "WHEN 'forfeit-out'::text THEN 'forfeit'::text WHEN 'penalty-out'::text THEN 'penalty-paid'::text ELSE",
  );
  if (after === before)
    throw new Error('what movements end is written differently: the new one was not added');
  await sql`alter table ledger_journal drop column resolves_kind`.execute(db);
  await sql`
    alter table ledger_journal add column resolves_kind text generated always as (${sql.raw(after)}) stored
  `.execute(db);
  await sql`
    alter table ledger_journal
      add constraint ledger_journal_resolves
        foreign key (resolves_id, resolves_kind, person_id, amount_tiyin)
        references ledger_journal (id, kind, person_id, amount_tiyin),
      add constraint ledger_journal_shape check ((resolves_kind is null) = (resolves_id is null))
  `.execute(db);
}
