import type { Invariant } from '#server/platform/modules/index.ts';
import { PENDING_PURCHASES } from '#shared/lifecycles/purchase.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';

const PENDING = PENDING_PURCHASES.map((state) => `'${state}'`).join(', ');
/** The worker ends what is over within seconds. */
const ENDED_WITHIN = `interval '1 minute'`;

/** Invariants between purchases, the stock of their lots, the ledger and sales. */
export const PURCHASE_INVARIANTS: readonly Invariant[] = [
  {
    number: 21,
    name: 'reserved and sold units of a lot are those of its purchases',
    query: `
      select s.lot_id as lot, s.units, s.reserved, s.sold, p.reserved as in_reservations, p.sold as in_purchases
      from lot_stock s
      cross join lateral (
        select coalesce(sum(quantity) filter (where state in (${PENDING})), 0) as reserved,
          coalesce(sum(quantity) filter (where state = 'bought' and returned_at is null), 0) as sold
        from purchase where lot_id = s.lot_id
      ) p
      where s.reserved <> p.reserved or s.sold <> p.sold`,
  },
  {
    number: 21,
    name: 'a lot at a fixed price has a stock of as many units, which knows whether it is on sale',
    query: `
      select l.id as lot, l.quantity, l.status, s.units, s.on_sale
      from lot l full join lot_stock s on s.lot_id = l.id
      where (l.trade_type = 'fixed-price' or s.lot_id is not null)
        and (s.lot_id is null or l.trade_type <> 'fixed-price' or s.units <> l.quantity
          or s.on_sale <> (l.status = ${LOT_STATUS.onSaleAtFixedPrice}))`,
  },
  {
    number: 21,
    name: 'a reservation holds its sum, a purchase has captured it, and what ended has released it',
    query: `
      select p.id as purchase, p.state, h.id as hold, coalesce(r.kind, 'held') as ended
      from purchase p
      left join ledger_journal h on h.id = p.hold_id
      left join ledger_journal r on r.resolves_id = h.id
      where h.id is null or h.kind <> 'hold' or h.person_id <> p.person_id or h.amount_tiyin <> p.due_now_tiyin
        or case
          when p.state in (${PENDING}) then r.id is not null
          when p.state = 'bought' then r.kind is distinct from 'capture'
          else r.kind is distinct from 'release' end`,
  },
  {
    number: 21,
    name: 'a purchase has a sale of its own with the same buyer, units and price, and a protocol; no other sale of that kind is there',
    query: `
      select p.id as purchase, s.id as settlement, r.number as protocol
      from purchase p
      full join (select * from settlement where sale = 'purchase') s on s.id = p.settlement_id
      left join protocol r on r.settlement_id = s.id
      where (p.state = 'bought' or s.id is not null)
        and (p.id is null or s.id is null or r.id is null or s.lot_id <> p.lot_id or s.person_id <> p.person_id
          or s.quantity <> p.quantity or s.price_tiyin <> p.total_tiyin or s.hold_id is distinct from p.hold_id
          or r.lot_id <> p.lot_id or r.price_tiyin <> p.total_tiyin or r.winner_person_id <> p.person_id)`,
  },
  {
    number: 21,
    name: 'no reservation outlives its time, and none is there of a lot that has ended',
    query: `
      select p.id as purchase, p.expires_at, l.status
      from purchase p join lot l on l.id = p.lot_id
      where p.state in (${PENDING}) and (p.expires_at < now() - ${ENDED_WITHIN} or l.outcome is not null)`,
  },
  {
    number: 21,
    name: 'a lot of which something was sold ends as sold, and one of which all was sold has ended',
    query: `
      select l.id as lot, l.status, l.outcome, s.units, s.sold
      from lot_stock s join lot l on l.id = s.lot_id
      cross join lateral (select exists (select from purchase where lot_id = l.id and state = 'bought')) b (bought)
      where (l.outcome is not null and b.bought <> (l.outcome = 'sold')) or (s.sold = s.units and l.outcome is null)`,
  },
];
