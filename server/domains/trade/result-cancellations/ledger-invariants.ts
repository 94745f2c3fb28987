import type { Invariant } from '#server/platform/modules/index.ts';
import { SENT_PAYOUTS } from '#shared/lifecycles/payout.ts';

const GONE = SENT_PAYOUTS.map((state) => `'${state}'`).join(', ');

/** Invariants between the ledger and cancelled sales. */
export const RESULT_CANCELLATION_INVARIANTS: readonly Invariant[] = [
  {
    number: 17,
    name: 'a buyer of a cancelled sale got back or is owed what was paid, the captured deposit included, and no one else anything',
    query: `
      select coalesce(s.id::text, b.settlement) as settlement, s.state, s.due::text as due, b.sum::text as returned
      from (
        select s.id, s.state, s.person_id, case when s.state = 'cancelled'
            then s.paid_tiyin + s.late_fee_tiyin + coalesce(c.amount_tiyin, 0)
            -- Its parts were late: what staff decided.
            else s.returned_tiyin end as due
        from settlement s
        left join ledger_journal c on c.resolves_id = s.hold_id and c.kind = 'capture'
      ) s
      full join (
        select split_part(idempotency_key, ':', 2) as settlement, min(person_id) as person_id, sum(amount_tiyin) as sum
        from ledger_journal where kind in ('sale-back', 'buyer-claim') group by 1
      ) b on b.settlement = s.id::text
      where coalesce(s.due, 0) <> coalesce(b.sum, 0) or s.person_id <> b.person_id`,
  },
  {
    number: 17,
    name: 'the seller of a cancelled sale owes what had left, and nothing else',
    query: `
      select coalesce(p.settlement_id, c.settlement_id) as settlement, p.gone::text as gone, c.amount_tiyin as claimed
      from (
        select p.settlement_id, sum(case when p.state in (${GONE}) then p.amount_tiyin else p.set_off_tiyin end) as gone,
          min(p.seller_id) as seller_id
        from payout p join settlement s on s.id = p.settlement_id
        where s.state = 'cancelled' and (p.state in (${GONE}) or p.set_off_tiyin > 0) group by p.settlement_id
      ) p
      full join sale_claim c on c.settlement_id = p.settlement_id
      where p.gone is distinct from c.amount_tiyin or p.seller_id is distinct from c.seller_id`,
  },
  {
    number: 17,
    name: 'claims are those of the ledger, paid where they are paid',
    query: `
      select coalesce(c.id::text, j.id::text) as claim, j.amount_tiyin as owed, e.id as payment, c.paid_at
      from sale_claim c
      full join (select * from ledger_journal where kind = 'sale-claim') j on j.id = c.journal_id
      left join ledger_journal e on e.resolves_id = j.id
      where c.id is null or j.id is null or j.amount_tiyin <> c.amount_tiyin or j.person_id <> c.seller_id
        or (e.kind is not distinct from 'sale-claim-paid') <> (c.paid_at is not null)
        or (e.kind is not distinct from 'sale-claim-waived') <> (c.ended is not distinct from 'waived')`,
  },
  {
    number: 17,
    name: 'what buyers are owed is that of the ledger, and ended where it ended',
    query: `
      select coalesce(c.id::text, j.id::text) as claim, j.amount_tiyin as owed, e.kind as ending, c.ended
      from (select * from sale_claim where buyer_id is not null) c
      full join (select * from ledger_journal where kind = 'buyer-claim') j on j.id = c.buyer_journal_id
      left join ledger_journal e on e.resolves_id = j.id
      where c.id is null or j.id is null or j.amount_tiyin <> c.amount_tiyin or j.person_id <> c.buyer_id
        or (e.id is null) <> (c.ended is null)
        or (e.kind is not distinct from 'buyer-claim-waived') <> (c.ended is not distinct from 'waived')
        or (c.ended = 'repaid' and c.paid_at is null)`,
  },
  {
    number: 17,
    name: 'money owed to buyers is what nothing has ended and what the operator has answered for',
    query: `
      select coalesce(a.sum, 0)::text as account, coalesce(o.sum, 0)::text as owed
      from (
        select sum(e.amount_tiyin) as sum from ledger_entry e join ledger_account c on c.id = e.account_id
        where c.kind = 'claims' and c.purpose = 'sales'
      ) a, (
        select sum(amount_tiyin) as sum from ledger_journal j
        where kind in ('buyer-claim', 'indemnity-cover')
          and not exists (select from ledger_journal r where r.resolves_id = j.id)
      ) o
      where coalesce(a.sum, 0) <> coalesce(o.sum, 0)`,
  },
  {
    number: 17,
    name: 'the operator answers with money of its own, for a claim that was its buyer’s',
    query: `
      select c.id::text as claim, j.amount_tiyin as covered, c.ended from sale_claim c
      full join (select * from ledger_journal where kind = 'indemnity-cover') j on j.id = c.cover_journal_id
      where (c.id is null or j.id is null or j.amount_tiyin <> c.amount_tiyin) and num_nonnulls(j.id, c.cover_journal_id) > 0
      union all
      select null, sum(e.amount_tiyin), 'below zero' from ledger_entry e join ledger_account a on a.id = e.account_id
      where a.kind = 'indemnity' having sum(e.amount_tiyin) < 0`,
  },
  {
    number: 17,
    name: 'no money is held for or owed to a person whose account is erased',
    query: `
      select p.id::text as person, 'balance' as what, a.balance_tiyin::text as tiyin
      from person p join ledger_account a on a.person_id = p.id::text
      where p.erased_at is not null and a.balance_tiyin > 0
      union all
      select p.id::text, 'claim', c.amount_tiyin::text
      from person p join sale_claim c on c.buyer_id = p.id::text
      where p.erased_at is not null and c.ended is null
      union all
      select p.id::text, 'transfer', j.amount_tiyin::text
      from person p join decision d on d.kind = 'correct-credit' and d.payload->>'personId' = p.id::text
      join ledger_journal j on j.kind = 'credit-claim' and j.idempotency_key = 'correction:' || d.id
      where p.erased_at is not null and not exists (
        select from ledger_journal r
        where r.resolves_id = j.id or (r.kind = 'credit-cover' and r.idempotency_key = j.idempotency_key))`,
  },
  {
    number: 17,
    name: 'what was paid for one lot never pays for another',
    query: `
      select j.reference as lot, sum(e.amount_tiyin)::text as held
      from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_journal j on j.id = e.journal_id
      where a.kind = 'escrow' and a.purpose = 'sales'
      group by 1 having sum(e.amount_tiyin) < 0`,
  },
  {
    number: 17,
    name: 'the fee of a cancelled sale or payout is returned, and of no other',
    query: `
      select p.id as payout, s.state, p.fee_id as fee, b.id as returned
      from payout p join settlement s on s.id = p.settlement_id
      left join ledger_journal b on b.resolves_id = p.fee_id and b.kind = 'sale-fee-back'
      where p.fee_id is not null and (s.state = 'cancelled' or p.state = 'cancelled') <> (b.id is not null)`,
  },
  {
    number: 17,
    name: 'what a buyer is owed for long is before staff, and what its seller or the operator has to pay for it is open',
    query: `
      select c.id::text as claim, c.created_at, c.task_at, e.kind as seller_ended from sale_claim c
      left join ledger_journal e on e.resolves_id = c.journal_id
      where c.ended is null and c.buyer_id is not null and (e.id is not null
        -- Thirty working days, with the longest holidays, and a day of the worker; afterwards until it is decided.
        or (coalesce(c.court_at, c.created_at) < clock_timestamp() - interval '75 days' and not exists (
          select from staff_task t where t.done_at is null and t.kind = 'end-claim'
            and split_part(t.occasion, ':', 2) = c.id::text)))`,
  },
];
