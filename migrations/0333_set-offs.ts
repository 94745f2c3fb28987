import { sql, type Kysely } from 'kysely';

const WAYS: Readonly<Record<string, string>> = {
  'sale-set-off': 'escrow>available',
  'refund-set-off': 'held>available',
  'set-off': 'available>receivable',
  'set-off-back': 'receivable>available',
};

/** What the movement ends. */
const ENDS: Readonly<Record<string, string>> = { 'refund-set-off': 'hold', 'set-off-back': 'set-off' };

/**
 * What a person owes is set off when a payout or a refund leaves: that much goes to the balance (`sale-set-off`, `refund-set-off`) and
 * pays debts; what does not cover a whole debt lowers what is owed (`set-off`) until a debt is paid with it (`set-off-back`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ledger(db);
  await setOffColumn(db, 'payout');
  await setOffColumn(db, 'refund');
  await setOffStep(db, 'payout_step');
  await setOffStep(db, 'refund_step');
}

/** What was set off does not go to the bank: without a rest there is no payment out, and no document of the bank. */
async function setOffColumn(db: Kysely<unknown>, table: 'payout' | 'refund'): Promise<void> {
  const allSetOff = 'set_off_tiyin = amount_tiyin';
  await sql`
    alter table ${sql.ref(table)}
      add column set_off_tiyin bigint not null default 0,
      add constraint ${sql.ref(`${table}_set_off`)} check (set_off_tiyin between 0 and amount_tiyin)
  `.execute(db);
  await relax(db, table, '(pay_out_id IS NOT NULL)', `(pay_out_id IS NOT NULL OR ${allSetOff})`);
  await relax(db, table, '(bank_document IS NOT NULL)', `(bank_document IS NOT NULL OR ${allSetOff})`);
}

async function relax(db: Kysely<unknown>, table: string, part: string, by: string): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c' and strpos(pg_get_constraintdef(oid), ${part}) > 0
  `.execute(db);
  const [check] = rows;
  if (rows.length !== 1 || !check) throw new Error(`${table}: the check of '${part}' was not found`);
  await sql`
    alter table ${sql.ref(table)}
      drop constraint ${sql.ref(check.name)},
      add constraint ${sql.ref(check.name)} ${sql.raw(replaced(check.definition, part, by))}
  `.execute(db);
}

/** A payout or a refund that pays debts, in its history. */
async function setOffStep(db: Kysely<unknown>, table: 'payout_step' | 'refund_step'): Promise<void> {
  const name = `${table}_action_check`;
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${name}
  `.execute(db);
  const actions = [...rows[0]!.definition.matchAll(/'([a-z-]+)'/g)].map(([, action]) => `'${action}'`);
  await sql`
    alter table ${sql.ref(table)}
      drop constraint ${sql.ref(name)},
      add constraint ${sql.ref(name)} check (action in (${sql.raw([...actions, `'set-off'`].join(', '))}))
  `.execute(db);
}

async function ledger(db: Kysely<unknown>): Promise<void> {
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
  await sql`create index ledger_journal_set_offs on ledger_journal (person_id) where kind = 'set-off'`.execute(
    db,
  );
}

/** @throws when the database writes it differently: nothing would be added */
function replaced(text: string, part: string, by: string): string {
  const added = text.replace(part, by);
  if (added === text) throw new Error(`'${part}' is not in: ${text}`);
  return added;
}
