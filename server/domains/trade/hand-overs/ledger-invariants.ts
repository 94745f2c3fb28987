import type { Invariant } from '#server/platform/modules/index.ts';

/** Invariants between hand-overs, sales and orders. */
export const HAND_OVER_INVARIANTS: readonly Invariant[] = [
  {
    number: 18,
    name: 'a sale that is paid, or paid by parts, has a hand-over of its lot to its buyer; no other has one that is in force',
    query: `
      select s.id as settlement, s.state, h.id as hand_over, h.state as stage
      from settlement s join lot on lot.id = s.lot_id and not lot.practice
      left join hand_over h on h.settlement_id = s.id
      where case when s.state = 'paid' or (s.parts_begun_at is not null and s.state in ('part-paid', 'overdue'))
        then h.id is null or h.state = 'cancelled' or h.buyer_id <> s.person_id or h.lot_id <> s.lot_id
          or h.seller_id is distinct from lot.customer_person_id
        else h.state <> 'cancelled' end`,
  },
  {
    number: 18,
    name: 'a finished order has no sale that is still to be paid or handed over',
    query: `
      select o.id as "order", s.id as settlement, s.state, h.state as stage
      from customer_order o join lot on lot.order_id = o.id and lot.customer_person_id = o.person_id
      join settlement s on s.lot_id = lot.id
      left join hand_over h on h.settlement_id = s.id
      where o.status = 'finished'
        and (s.state in ('awaiting', 'part-paid', 'overdue') or h.state in ('awaiting', 'disputed'))`,
  },
];
