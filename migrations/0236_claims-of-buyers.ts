import { sql, type Kysely } from 'kysely';

const WAYS: Readonly<Record<string, string>> = {
  'buyer-claim': 'escrow>claims',
  'buyer-claim-paid': 'claims>available',
  'buyer-claim-waived': 'claims>escrow',
  'sale-claim-waived': 'escrow>receivable',
  'indemnity-in': 'clearing>indemnity',
  'indemnity-cover': 'indemnity>claims',
  'indemnity-back': 'claims>indemnity',
};

/** What the movement ends. */
const ENDS: Readonly<Record<string, string>> = {
  'buyer-claim-paid': 'buyer-claim',
  'buyer-claim-waived': 'buyer-claim',
  'sale-claim-waived': 'sale-claim',
  'indemnity-back': 'indemnity-cover',
};

/**
 * A sale is cancelled after its payout: what has left is owed to the buyer (`claims`) until the seller returns it or the operator
 * answers for it with money of its own (`indemnity`); what other people have paid for their sales is never used for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ledger(db);
  await sql`
    alter table sale_claim
      -- null: of before, when the whole price went back at once.
      add column buyer_id text,
      -- What the buyer is owed, as the seller owes it.
      add column buyer_journal_id bigint unique references ledger_journal (id),
      add column ended text check (ended in ('repaid', 'indemnity', 'waived')),
      add column ended_at timestamptz,
      -- The operator's money that answered for it, until the seller pays.
      add column cover_journal_id bigint unique references ledger_journal (id),
      -- A court has decided that the seller pays: the document, while it is not paid.
      add column court text,
      add constraint sale_claim_buyer check ((buyer_id is null) = (buyer_journal_id is null)),
      add constraint sale_claim_end check ((ended is null) = (ended_at is null) and (ended is null or buyer_id is not null)),
      add constraint sale_claim_cover check (cover_journal_id is null or ended = 'indemnity')
  `.execute(db);
  await sql`create index sale_claim_of_buyer on sale_claim (buyer_id, id)`.execute(db);
}

async function ledger(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ kinds: string; owner: string; way: string; resolves: string }>`
    select
      (select pg_get_constraintdef(oid) from pg_constraint where conname = 'ledger_journal_kind') as kinds,
      (select pg_get_constraintdef(oid) from pg_constraint where conname = 'ledger_account_owner') as owner,
      (select prosrc from pg_proc where proname = 'ledger_way') as way,
      (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d join pg_attribute a
         on a.attrelid = d.adrelid and a.attnum = d.adnum
       where a.attrelid = 'ledger_journal'::regclass and a.attname = 'resolves_kind') as resolves
  `.execute(db);
  const { kinds, owner, way, resolves } = rows[0]!;
  const cases = (of: Readonly<Record<string, string>>) =>
    Object.entries(of)
      .map(([kind, value]) => ` when '${kind}' then '${value}'`)
      .join('');
  const all = [...kinds.matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  await sql`
    alter table ledger_journal
      drop constraint ledger_journal_kind,
      add constraint ledger_journal_kind
        check (kind in (${sql.raw([...all, ...Object.keys(WAYS)].map((kind) => `'${kind}'`).join(', '))}))
  `.execute(db);
  await sql`
    create or replace function ledger_way(kind text) returns text language sql immutable as ${sql.raw(
      `$$${replaced(way, 'select case kind', `select case kind${cases(WAYS)}`)}$$`,
    )}
  `.execute(db);
  await sql`
    alter table ledger_account
      drop constraint ledger_account_owner,
      add constraint ledger_account_owner
        ${sql.raw(replaced(owner, "'clearing'::text", "'claims'::text, 'indemnity'::text, 'clearing'::text"))}
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
