import type { Invariant } from '#server/platform/modules/index.ts';

/** Sales whose price, or a part of it, is on the account of sales or has left it to the seller. */
const RECEIVED_BY_SALES = `s.state = 'paid' or (s.parts_begun_at is not null and s.state <> 'cancelled')`;
/** What was paid of the price and for being late, without what was returned when the sale ended. */
const RECEIVED = '(s.paid_tiyin + s.deposit_tiyin + s.late_fee_tiyin - s.returned_tiyin)';

/** Invariants between the ledger and payouts to sellers. */
export const PAYOUT_INVARIANTS: readonly Invariant[] = [
  {
    number: 14,
    name: 'a sale of a customer has payouts that make up what is paid of it; one that is not paid has none that can leave',
    query: `
      select s.id as settlement, s.state, p.count as payouts, p.price::text as price
      from settlement s join lot l on l.id = s.lot_id
      cross join lateral (
        select count(*) as count, coalesce(sum(case state when 'cancelled' then set_off_tiyin else price_tiyin end), 0) as price,
          -- Of a cancelled sale what was paid out stays, as a claim (invariant 17).
          count(*) filter (where not (state = 'cancelled' or state = 'paid' and s.state = 'cancelled')) as alive,
          count(*) filter (where seller_id is distinct from l.customer_person_id) as foreign_ones
        from payout where settlement_id = s.id
      ) p
      where case when (${RECEIVED_BY_SALES}) and l.customer_person_id is not null and not l.practice
        then p.price <> ${RECEIVED} or p.foreign_ones > 0
        else p.alive > 0 end`,
  },
  {
    number: 14,
    name: 'the fee and the money of a payout moved as its state says, once',
    query: `
      select p.id as payout, p.state, f.id as fee, o.id as payment, e.kind as arrived
      from payout p
      left join ledger_journal f on f.id = p.fee_id
      left join ledger_journal o on o.id = p.pay_out_id
      left join ledger_journal e on e.resolves_id = o.id
      where (f.id is not null and (f.kind <> 'sale-fee' or f.amount_tiyin <> p.fee_tiyin or f.person_id <> p.seller_id))
        or (o.id is not null and (o.kind <> 'sale-out' or o.amount_tiyin <> p.amount_tiyin - p.set_off_tiyin or o.person_id <> p.seller_id))
        or case p.state
          when 'in-flight' then o.id is null or e.id is not null
          when 'paid' then case when p.set_off_tiyin = p.amount_tiyin then o.id is not null
            else e.kind is distinct from 'sale-out-settled' end
          when 'returned' then e.kind is distinct from 'sale-out-returned'
          else o.id is not null and e.kind is distinct from 'sale-out-returned' end`,
  },
  {
    number: 14,
    name: 'fees and payments to sellers are those of payouts',
    query: `
      select j.id as journal, j.kind from ledger_journal j
      where (j.kind = 'sale-fee' and not exists (select from payout p where p.fee_id = j.id))
        or (j.kind = 'sale-out' and not exists (select from payout p where p.pay_out_id = j.id)
          and not exists (select from ledger_journal r where r.resolves_id = j.id and r.kind = 'sale-out-returned'))`,
  },
  {
    number: 14,
    name: 'what was set off against payouts is on the balance of their sellers, to whom nothing of the share of others goes',
    query: `
      select coalesce(p.id::text, j.payout) as payout, p.set_off_tiyin as set_off, j.sum::text as moved
      from (select * from payout where set_off_tiyin > 0) p
      full join (
        select split_part(idempotency_key, ':', 2) as payout, min(person_id) as person_id, sum(amount_tiyin) as sum
        from ledger_journal where kind = 'sale-set-off' group by 1
      ) j on j.payout = p.id::text
      where p.set_off_tiyin is distinct from j.sum or p.seller_id <> j.person_id or p.recipient is not null`,
  },
  {
    number: 14,
    name: 'what the bank sent back it sent back as two persons decided, by a document',
    query: `
      select step.payout_id as payout, d.id as decision, d.kind, d.state from payout_step step join decision d on d.id = step.decision_id
      where d.kind <> 'payout-return' or d.state <> 'decided' or d.document is null or d.proposed_by = d.decided_by
        or (d.payload->>'payoutId')::bigint <> step.payout_id`,
  },
  {
    number: 14,
    name: 'who sent a payout has not said that it arrived',
    query: `
      select paid.payout_id as payout, paid.actor from payout_step paid
      join payout_step sent on sent.payout_id = paid.payout_id and sent.round = paid.round and sent.action = 'sent'
      where paid.action = 'paid' and paid.actor = sent.actor
        -- In earlier releases they might.
        and paid.at > (select timestamp::timestamptz from kysely_migration where name = '0489_bounded-claims')`,
  },
  {
    number: 14,
    name: 'who decided that a buyer has the property approved no payout of the sale',
    query: `
      select p.id as payout, h.id as hand_over, d.id as decision, s.actor
      from decision d join hand_over h on d.subject = 'hand-over:' || h.id
      join payout p on p.settlement_id = h.settlement_id
      join payout_step s on s.payout_id = p.id and s.action = 'approved' and s.actor in (d.proposed_by, d.decided_by)
      -- In earlier releases they might.
      where d.kind = 'confirm-hand-over' and d.state = 'decided' and d.digest <> 'before 0343'`,
  },
  {
    number: 14,
    name: 'who named the account of a share approved no payout to it',
    query: `
      select p.id as payout, named.id as proposal, s.actor
      from payout p join payout_step s on s.payout_id = p.id and s.action = 'approved'
      join settlement sale on sale.id = p.settlement_id join lot on lot.id = sale.lot_id
      join reference_proposal named on named.kind = 'rule-set' and named.state = 'approved' and named.target = lot.rule_set_name
        and s.actor in (named.proposed_by, named.decided_by)
      join rule_set base on base.name = named.target and base.version::text = named.base and base.version < lot.rule_set_version
      cross join lateral (
        select jsonb_build_array(jsonb_build_object('account',
          jsonb_build_object('account', p.recipient -> 'account', 'mfo', p.recipient -> 'mfo'))) as share
      ) to_account
      where p.recipient is not null and named.content -> 'figures' -> 'payoutShares' @> to_account.share
        and not coalesce(base.figures -> 'payoutShares' @> to_account.share, false)
        -- In earlier releases they might.
        and s.at > (select timestamp::timestamptz from kysely_migration where name = '0492_contributors-of-imports')`,
  },
  {
    number: 14,
    name: 'the account of sales holds what buyers paid and neither sellers nor the operator have got yet',
    query: `
      select a.sum::text as account, coalesce(d.sum, 0)::text as due
      from (
        select coalesce(sum(e.amount_tiyin), 0) as sum
        from ledger_entry e join ledger_account c on c.id = e.account_id join ledger_journal j on j.id = e.journal_id
        where c.kind = 'escrow' and c.purpose = 'sales'
          and (j.kind like 'sale-%' or j.kind like 'buyer-claim%' or (j.kind = 'payment' and j.idempotency_key like 'settlement:%')
            or (j.kind = 'capture' and exists (select from settlement s where s.hold_id = j.resolves_id)))
      ) a, (
        select sum(${RECEIVED} - coalesce(p.gone, 0)) as sum
        from settlement s
        left join (
          select settlement_id,
            sum(case when fee_id is null or state = 'cancelled' then 0 else fee_tiyin end
              + case when state in ('in-flight', 'paid') then amount_tiyin else set_off_tiyin end) as gone
          from payout group by settlement_id
        ) p on p.settlement_id = s.id
        where ${RECEIVED_BY_SALES}
      ) d
      where a.sum <> coalesce(d.sum, 0)`,
  },
];
