import type { Invariant } from '#server/platform/modules/index.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';

/** Invariants between offers, lots and sales. */
export const OFFER_INVARIANTS: readonly Invariant[] = [
  {
    number: 15,
    name: 'a lot whose offer waits for an answer is offered, and no other offered lot was answered',
    query: `
      select o.id as offer, o.state, l.id as lot, l.status from offer o join lot l on l.id = o.lot_id
      where (o.state = 'open') <> (l.status = ${LOT_STATUS.offeredToOne})`,
  },
  {
    number: 15,
    name: 'an accepted offer is the sale of its participant at its price',
    query: `
      select o.id as offer, o.state, s.id as settlement
      from offer o left join settlement s on s.lot_id = o.lot_id and s.sale = o.kind
      where case when o.state = 'accepted'
        then o.settlement_id is distinct from s.id or s.person_id <> o.person_id or s.price_tiyin <> o.price_tiyin
        else s.id is not null end`,
  },
];
