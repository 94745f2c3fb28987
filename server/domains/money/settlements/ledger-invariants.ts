import type { Invariant } from '#server/platform/modules/index.ts';
import { OPEN_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';

const list = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');

/** Invariants between the ledger and settlements. */
export const SETTLEMENT_INVARIANTS: readonly Invariant[] = [
  {
    number: 13,
    name: 'what a buyer paid beside the deposit is what the settlement says',
    query: `
      select coalesce(s.id::text, j.settlement) as settlement, s.paid_tiyin as settled, j.paid as paid
      from settlement s
      full join (
        select split_part(idempotency_key, ':', 2) as settlement, min(person_id) as person_id, sum(amount_tiyin) as paid
        from ledger_journal where kind = 'payment' and idempotency_key like 'settlement:%' group by 1
      ) j on j.settlement = s.id::text
      where coalesce(s.paid_tiyin, 0) <> coalesce(j.paid, 0) or s.person_id <> j.person_id`,
  },
  {
    number: 13,
    name: 'the deposit of a sale is held while nothing is paid, counts when the price or its first part is, and is lost when it is not; of a cancelled one it is not held',
    query: `
      select s.id as settlement, s.state, h.id as hold, coalesce(r.kind, 'held') as deposit
      from settlement s
      left join ledger_journal h on h.id = s.hold_id
      left join ledger_journal r on r.resolves_id = h.id
      where s.hold_id is not null and (h.person_id <> s.person_id or h.amount_tiyin <> s.deposit_tiyin
        or case
          when s.state = 'paid' or s.parts_begun_at is not null then r.kind is distinct from 'capture'
          when s.state in (${list(OPEN_SETTLEMENTS)}) then r.id is not null
          when s.state in ('refused', 'defaulted') then r.kind is distinct from 'forfeit'
          -- Cancelled: before it was paid, or after; then it is part of what was returned (invariant 17).
          else coalesce(r.kind, 'held') not in ('release', 'capture') end)`,
  },
  {
    number: 13,
    name: 'a sale to be paid has a next moment to be looked at unless a protest pauses it, a decided one has none',
    query: `
      select id as settlement, state, look_at from settlement
      where (state in (${list(OPEN_SETTLEMENTS)}) and paused_at is null) <> (look_at is not null)`,
  },
  {
    number: 22,
    name: 'the parts of a price make up the price, those that are paid what was paid, with what was paid for being late',
    query: `
      select s.id as settlement, s.state, p.price::text as parts, p.paid::text as paid, p.fees::text as late_fees
      from settlement s
      left join (
        select settlement_id, sum(amount_tiyin) as price,
          coalesce(sum(amount_tiyin) filter (where paid_at is not null), 0) as paid, sum(late_fee_tiyin) as fees
        from settlement_part group by settlement_id
      ) p on p.settlement_id = s.id
      where (p.settlement_id is null) <> (s.parts_begun_at is null)
        or p.price <> s.price_tiyin or p.paid <> s.paid_tiyin + s.deposit_tiyin or p.fees <> s.late_fee_tiyin
        or (s.state = 'paid' and p.paid <> s.price_tiyin)`,
  },
  {
    number: 22,
    name: 'parts are paid one after the other, and the deadline of a sale is that of the next one',
    query: `
      select s.id as settlement, s.due_at, n.due_at as next
      from settlement s
      join lateral (
        select k, due_at from settlement_part where settlement_id = s.id and paid_at is null order by k limit 1
      ) n on true
      where exists (select from settlement_part l where l.settlement_id = s.id and l.paid_at is not null and l.k > n.k)
        or (s.state in (${list(OPEN_SETTLEMENTS)}) and s.due_at <> n.due_at)`,
  },
  {
    number: 22,
    name: 'what was paid for being late is what the settlement says',
    query: `
      select coalesce(s.id::text, j.settlement) as settlement, s.late_fee_tiyin as settled, j.paid::text as paid
      from settlement s
      full join (
        select split_part(idempotency_key, ':', 2) as settlement, min(person_id) as person_id, sum(amount_tiyin) as paid
        from ledger_journal where kind = 'sale-late-fee' group by 1
      ) j on j.settlement = s.id::text
      where coalesce(s.late_fee_tiyin, 0) <> coalesce(j.paid, 0) or s.person_id <> j.person_id`,
  },
];
