import type { Invariant } from '#server/platform/modules/index.ts';
import { PAYMENT_PROVIDERS } from '#shared/api/cabinet/payments.ts';

const GATEWAYS = PAYMENT_PROVIDERS.map((provider) => `('${provider}')`).join(', ');

/** Invariants between the ledger and the transactions of payment providers. */
export const PAYMENT_INVARIANTS: readonly Invariant[] = [
  {
    number: 9,
    name: 'what a provider confirmed is credited, and what is credited a provider confirmed, one to one',
    query: `
      select coalesce(t.provider, j.provider) as provider, t.provider_id as theirs, j.id as journal,
        coalesce(t.state, 'unknown') as state, j.taken_back
      from (
        select provider, provider_id, state, person_id, amount_tiyin, 'payment:' || top_up_id as reference
        from provider_transaction where performed_ms is not null
      ) t
      full join (
        select j.id, a.purpose as provider, j.reference, j.person_id, j.amount_tiyin,
          exists (select from ledger_journal r where r.resolves_id = j.id) as taken_back
        from ledger_journal j
        join ledger_entry e on e.journal_id = j.id
        join ledger_account a on a.id = e.account_id and a.kind = 'clearing'
        where j.kind = 'top-up' and a.purpose in (select * from (values ${GATEWAYS}) as gateway)
      ) j on j.provider = t.provider and j.reference = t.reference
      where t.provider is null or j.id is null or t.person_id <> j.person_id or t.amount_tiyin <> j.amount_tiyin
        or (t.state = 'cancelled') <> j.taken_back`,
  },
  {
    number: 12,
    name: 'a provider’s account is the sum of what it confirmed and did not take back',
    query: `
      select g.provider, coalesce(b.sum, 0)::text as books, coalesce(s.sum, 0)::text as statement
      from (values ${GATEWAYS}) as g (provider)
      left join (
        select a.purpose, -sum(e.amount_tiyin) as sum
        from ledger_entry e join ledger_account a on a.id = e.account_id
        where a.kind = 'clearing' group by a.purpose
      ) b on b.purpose = g.provider
      left join (
        select provider, sum(amount_tiyin) as sum from provider_transaction where state = 'performed' group by provider
      ) s on s.provider = g.provider
      where coalesce(b.sum, 0) <> coalesce(s.sum, 0)`,
  },
];

/** Invariants between the ledger and refunds. */
export const REFUND_INVARIANTS: readonly Invariant[] = [
  {
    number: 11,
    name: 'holds and payments out are those of refunds',
    query: `
      select h.id as hold, h.reference, f.id as refund, f.status, h.ended, h.arrived
      from (
        select h.id, h.reference, h.person_id, h.amount_tiyin, r.kind as ended, r.id as ended_by, o.kind as arrived
        from ledger_journal h
        left join ledger_journal r on r.resolves_id = h.id
        left join ledger_journal o on o.resolves_id = r.id
        where h.kind = 'hold' and h.reference like 'refund:%'
          -- Of a sum that paid debts in part, the rest was held again.
          and not (r.kind is not distinct from 'refund-set-off' and exists (
            select from refund whole where h.reference = 'refund:' || whole.id and whole.hold_id <> h.id
              and whole.amount_tiyin = h.amount_tiyin and whole.set_off_tiyin > 0))
      ) h
      full join refund f on f.hold_id = h.id
      where f.id is null or h.id is null or h.person_id <> f.person_id or h.amount_tiyin <> f.amount_tiyin - case h.ended when 'refund-set-off' then 0 else f.set_off_tiyin end
        or h.reference <> 'refund:' || f.id
        or f.pay_out_id is distinct from case when h.ended = 'pay-out' then h.ended_by end
        or case f.status
          when 'created' then h.ended is not null
          when 'under-review' then h.ended is not null
          when 'sent-to-bank' then h.ended is distinct from 'pay-out' or h.arrived is not null
          when 'paid' then case when f.set_off_tiyin = f.amount_tiyin then h.ended is distinct from 'refund-set-off'
            else h.arrived is distinct from 'pay-out-settled' end
          when 'cancelled' then h.ended is distinct from 'release'
          else h.ended is distinct from 'release' and h.arrived is distinct from 'pay-out-returned'
        end`,
  },
  {
    number: 11,
    name: 'who sent a refund has not said that it arrived',
    query: `
      select paid.refund_id as refund, paid.actor from refund_step paid
      join refund_step sent on sent.refund_id = paid.refund_id and sent.action = 'sent'
      where paid.action = 'paid' and paid.actor = sent.actor
        -- In earlier releases they might.
        and paid.at > (select timestamp::timestamptz from kysely_migration where name = '0489_bounded-claims')`,
  },
];
