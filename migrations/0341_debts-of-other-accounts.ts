import { sql, type Kysely } from 'kysely';

const WAYS: Readonly<Record<string, string>> = {
  'own-debt-out': 'available>transfer',
  'own-debt-in': 'transfer>available',
};

/**
 * What a person owes under another account is set off as well: as much of the sum that would leave goes from one account of theirs
 * (`own-debt-out`) to the one that owes (`own-debt-in`). A movement has one person, so there are two.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ kinds: string; owner: string; way: string }>`
    select
      (select pg_get_constraintdef(oid) from pg_constraint where conname = 'ledger_journal_kind') as kinds,
      (select pg_get_constraintdef(oid) from pg_constraint where conname = 'ledger_account_owner') as owner,
      (select prosrc from pg_proc where proname = 'ledger_way') as way
  `.execute(db);
  const { kinds, owner, way } = rows[0]!;
  const before = [...kinds.matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  const all = [...new Set([...before, ...Object.keys(WAYS)])].map((kind) => `'${kind}'`);
  const cases = Object.entries(WAYS)
    .map(([kind, value]) => ` when '${kind}' then '${value}'`)
    .join('');
  await sql`
    alter table ledger_journal
      drop constraint ledger_journal_kind,
      add constraint ledger_journal_kind check (kind in (${sql.raw(all.join(', '))}))
  `.execute(db);
  await sql`
    create or replace function ledger_way(kind text) returns text language sql immutable as ${sql.raw(
      `$$${replaced(way, 'select case kind', `select case kind${cases}`)}$$`,
    )}
  `.execute(db);
  await sql`
    alter table ledger_account
      drop constraint ledger_account_owner,
      add constraint ledger_account_owner ${sql.raw(replaced(owner, "'clearing'::text", "'transfer'::text, 'clearing'::text"))}
  `.execute(db);
}

/** @throws when the database writes it differently: nothing would be added */
function replaced(text: string, part: string, by: string): string {
  const added = text.replace(part, by);
  if (added === text) throw new Error(`'${part}' is not in: ${text}`);
  return added;
}
