import type { Invariant } from '#server/platform/modules/index.ts';

/** Invariants within the ledger. */
export const BOOKS: readonly Invariant[] = [
  {
    number: 1,
    name: 'every journal sums to zero and moves the sum it names',
    query: `
      select j.id as journal, j.kind, j.amount_tiyin as named, coalesce(sum(e.amount_tiyin), 0)::text as sum
      from ledger_journal j left join ledger_entry e on e.journal_id = j.id
      group by j.id
      having sum(e.amount_tiyin) is distinct from 0
        or sum(e.amount_tiyin) filter (where e.amount_tiyin > 0) is distinct from j.amount_tiyin`,
  },
  {
    number: 2,
    name: 'all accounts together sum to zero',
    query: `select sum(amount_tiyin)::text as sum from ledger_entry having sum(amount_tiyin) <> 0`,
  },
  {
    number: 3,
    name: 'a stored balance is the sum of its entries',
    query: `
      select a.id as account, a.balance_tiyin as stored, coalesce(sum(e.amount_tiyin), 0)::text as entries
      from ledger_account a left join ledger_entry e on e.account_id = a.id
      where a.person_id is not null
      group by a.id
      having a.balance_tiyin <> coalesce(sum(e.amount_tiyin), 0) or a.version <> count(e.id)`,
  },
  {
    number: 4,
    name: 'nobody is or ever was below zero, nor owed less than nothing',
    query: `
      select id as account, null::bigint as entry, balance_tiyin as balance from ledger_account
      where person_id is not null
        and case when kind = 'receivable' then balance_tiyin > 0 else balance_tiyin < 0 end
      union all
      select e.account_id, e.id, e.balance_tiyin from ledger_entry e join ledger_account a on a.id = e.account_id
      where case when a.kind = 'receivable' then e.balance_tiyin > 0 else e.balance_tiyin < 0 end`,
  },
  {
    number: 5,
    name: 'an entry goes on where the one before ended, without a gap',
    query: `
      select account, entry, version, previous, amount, balance from (
        select e.account_id as account, e.id as entry, e.version, e.previous_balance_tiyin as previous,
          e.amount_tiyin as amount, e.balance_tiyin as balance, a.person_id is not null as person,
          lag(e.version, 1, 0::bigint) over following as version_before,
          lag(e.balance_tiyin, 1, 0::bigint) over following as balance_before
        from ledger_entry e join ledger_account a on a.id = e.account_id
        window following as (partition by e.account_id order by e.version)
      ) as entries
      where case when person
        then version is distinct from version_before + 1 or previous is distinct from balance_before
          or balance is distinct from previous + amount
        else num_nonnulls(version, previous, balance) > 0 end`,
  },
  {
    number: 6,
    name: 'a hold, a payment in or money on its way ends at most once, by its sum and for its owner',
    query: `
      select r.id as journal, r.kind, r.resolves_id as ended
      from ledger_journal r left join ledger_journal b on b.id = r.resolves_id and b.kind = r.resolves_kind
      where r.resolves_id is not null
        and (b.id is null or b.person_id <> r.person_id or b.amount_tiyin <> r.amount_tiyin
          or exists (select from ledger_journal o where o.resolves_id = r.resolves_id and o.id <> r.id))`,
  },
  {
    number: 6,
    name: 'what a person has held is the sum of the holds nothing has ended',
    query: `
      select coalesce(a.person_id, h.person_id) as person, a.balance_tiyin as held, coalesce(h.sum, 0)::text as holds
      from (select * from ledger_account where kind = 'held') a
      full join (
        select person_id, sum(amount_tiyin) as sum from ledger_journal j
        where kind = 'hold' and not exists (select from ledger_journal r where r.resolves_id = j.id)
        group by person_id
      ) h on h.person_id = a.person_id
      where a.balance_tiyin is distinct from coalesce(h.sum, 0)`,
  },
  {
    number: 6,
    name: 'what a person owes is the sum of the penalties and claims nothing has ended, without what was set off',
    query: `
      select coalesce(a.person_id, p.person_id) as person, a.balance_tiyin as owed, coalesce(p.sum, 0)::text as penalties
      from (select * from ledger_account where kind = 'receivable') a
      full join (
        select person_id, sum(case kind when 'set-off' then -amount_tiyin else amount_tiyin end) as sum from ledger_journal j
        where kind in ('penalty', 'sale-claim', 'credit-claim', 'set-off') and not exists (select from ledger_journal r where r.resolves_id = j.id)
        group by person_id
      ) p on p.person_id = a.person_id
      where a.balance_tiyin is distinct from -coalesce(p.sum, 0)`,
  },
  {
    number: 6,
    name: 'what pays a debt of another account leaves one account and reaches another one whole',
    query: `
      select coalesce(o.idempotency_key, i.idempotency_key) as key, o.id as out, i.id as in
      from (select * from ledger_journal where kind = 'own-debt-out') o
      full join (select * from ledger_journal where kind = 'own-debt-in') i on i.idempotency_key = o.idempotency_key
      where o.id is null or i.id is null or o.amount_tiyin <> i.amount_tiyin or o.person_id = i.person_id
        or o.reference <> i.reference`,
  },
  {
    number: 6,
    name: 'what is on its way out is the sum of what no bank has answered for',
    query: `
      select coalesce(a.sum, 0)::text as account, coalesce(o.sum, 0)::text as underway
      from (
        select sum(e.amount_tiyin) as sum from ledger_entry e join ledger_account c on c.id = e.account_id
        where c.kind = 'payout'
      ) a, (
        select sum(amount_tiyin) as sum from ledger_journal j
        where kind in ('pay-out', 'sale-out')
          and not exists (select from ledger_journal r where r.resolves_id = j.id)
      ) o
      where coalesce(a.sum, 0) <> coalesce(o.sum, 0)`,
  },
  {
    number: 6,
    name: 'a movement goes the way of its kind',
    query: `
      select j.id as journal, j.kind, string_agg(a.kind, '>' order by e.amount_tiyin) as way
      from ledger_journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
      group by j.id
      having string_agg(a.kind, '>' order by e.amount_tiyin) is distinct from ledger_way(j.kind)`,
  },
  {
    number: 10,
    name: 'the database refuses to change what is written',
    query: `
      select 'trigger ' || name || ' is missing or disabled' as finding
      from (values
        ('ledger_journal', 'ledger_journal_append_only'), ('ledger_journal', 'ledger_journal_balances'),
        ('ledger_entry', 'ledger_entry_append_only'), ('ledger_entry', 'ledger_entry_balances'),
        ('ledger_entry', 'ledger_entry_post'), ('ledger_account', 'ledger_account_guard'),
        ('ledger_account', 'ledger_account_stays')) as needed (relation, name)
      where not exists (
        select from pg_trigger
        where tgrelid = to_regclass(relation) and tgname = name and tgenabled in ('O', 'A'))
      union all
      select privilege_type || ' on ' || relname || ' is granted to '
        || case grantee when 0 then 'public' else grantee::regrole::text end
      from pg_class cross join aclexplode(relacl)
      where oid in (to_regclass('ledger_journal'), to_regclass('ledger_entry'), to_regclass('ledger_account'))
        and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE') and grantee <> relowner`,
  },
];
