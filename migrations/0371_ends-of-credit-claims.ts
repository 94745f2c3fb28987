import { sql, type Kysely } from 'kysely';

const WAYS: Readonly<Record<string, string>> = {
  'credit-cover': 'indemnity>claims',
  'credit-cover-back': 'claims>indemnity',
};

/** What the movement ends. */
const ENDS: Readonly<Record<string, string>> = { 'credit-cover-back': 'credit-cover' };

/**
 * The operator answers with money of its own for a transfer that another person has and does not pay back (`credit-cover`), and gets it when
 * that one pays (`credit-cover-back`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ kinds: string; way: string; resolves: string }>`
    select
      (select pg_get_constraintdef(oid) from pg_constraint where conname = 'ledger_journal_kind') as kinds,
      (select prosrc from pg_proc where proname = 'ledger_way') as way,
      (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d join pg_attribute a
         on a.attrelid = d.adrelid and a.attnum = d.adnum
       where a.attrelid = 'ledger_journal'::regclass and a.attname = 'resolves_kind') as resolves
  `.execute(db);
  const { kinds, way, resolves } = rows[0]!;
  const cases = (of: Readonly<Record<string, string>>) =>
    Object.entries(of)
      .map(([kind, value]) => ` when '${kind}' then '${value}'`)
      .join('');
  const before = [...kinds.matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  const all = [...new Set([...before, ...Object.keys(WAYS)])].map((kind) => `'${kind}'`);
  await sql`
    alter table ledger_journal
      drop constraint ledger_journal_kind,
      add constraint ledger_journal_kind check (kind in (${sql.raw(all.join(', '))}))
  `.execute(db);
  await sql`
    create or replace function ledger_way(kind text) returns text language sql immutable as ${sql.raw(
      `$$${replaced(way, 'select case kind', `select case kind${cases(WAYS)}`)}$$`,
    )}
  `.execute(db);
  await sql`
    alter table ledger_journal
      drop constraint ledger_journal_resolves,
      drop constraint ledger_journal_shape,
      drop column resolves_kind
  `.execute(db);
  await sql`
    alter table ledger_journal
      add column resolves_kind text generated always as (${sql.raw(replaced(resolves, 'CASE kind', `CASE kind${cases(ENDS)}`))}) stored,
      add constraint ledger_journal_resolves
        foreign key (resolves_id, resolves_kind, person_id, amount_tiyin)
        references ledger_journal (id, kind, person_id, amount_tiyin),
      add constraint ledger_journal_shape check ((resolves_kind is null) = (resolves_id is null))
  `.execute(db);
}

/** @throws when the database writes it differently: nothing would be added */
function replaced(text: string, part: string, by: string): string {
  const added = text.replace(part, by);
  if (added === text) throw new Error(`'${part}' is not in: ${text}`);
  return added;
}
