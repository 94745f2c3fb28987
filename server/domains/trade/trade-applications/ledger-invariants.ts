import type { Invariant } from '#server/platform/modules/index.ts';
import { OPEN_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';
import { OVER_STATUSES, WINNER_PAYS_STATUSES } from '#shared/lifecycles/lot.ts';

/** Deposits are released within seconds of the close; later than this is a fault. */
const RELEASED_WITHIN = `interval '1 minute'`;
/** Tolerance between the clocks of rooms and the ledger. */
const CLOCKS_APART = `interval '5 seconds'`;

const ACTIVE_HOLD = `
  select h.id, h.person_id, h.reference, h.amount_tiyin from ledger_journal h
  where h.kind = 'hold' and not exists (select from ledger_journal r where r.resolves_id = h.id)`;

/** States of sales that are to be paid. */
const TO_BE_PAID = OPEN_SETTLEMENTS.map((state) => `'${state}'`).join(', ');

/** Invariants between the ledger and lots, rooms and applications. */
export const APPLICATION_INVARIANTS: readonly Invariant[] = [
  {
    number: 7,
    name: 'no deposit is held for a lot that is over, but the one of a winner who is to pay',
    query: `
      select h.id as hold, h.person_id as person, l.id as lot, l.status
      from (${ACTIVE_HOLD}) h join lot l on h.reference = 'lot:' || l.id
      where coalesce(l.ended_at, '-infinity') < now() - ${RELEASED_WITHIN}
        and (l.status in (${OVER_STATUSES.join(', ')})
          or l.status in (${WINNER_PAYS_STATUSES.join(', ')}) and (h.person_id is distinct from l.winner_person_id or l.winner_declines)
            and not exists (select from settlement s where s.hold_id = h.id and s.state in (${TO_BE_PAID})))`,
  },
  {
    number: 8,
    name: 'whoever confirmed a price had a deposit held at that moment',
    query: `
      select p.lot, p.seq, p.person
      from (
        select e.lot_id as lot, e.seq, e.person,
          to_timestamp((e.entry ->> 'atUs')::numeric / 1000000) as at
        from auction_entry e join lot l on l.id = e.lot_id
        where e.kind = 'price' and l.deposit_tiyin > 0 and not l.practice
      ) p
      where not exists (
        select from ledger_journal h left join ledger_journal r on r.resolves_id = h.id
        where h.kind = 'hold' and h.person_id = p.person and h.reference = 'lot:' || p.lot
          and h.posted_at <= p.at + ${CLOCKS_APART}
          and (r.id is null or r.posted_at >= p.at - ${CLOCKS_APART}))`,
  },
  {
    number: 11,
    name: 'holds are those of applications and purchases',
    query: `
      select h.id as hold, h.reference, a.id as application, a.deposit_state, h.ended
      from (
        select h.id, h.reference, h.person_id, h.amount_tiyin, r.kind as ended
        from ledger_journal h left join ledger_journal r on r.resolves_id = h.id
        where h.kind = 'hold' and h.reference like 'lot:%'
          and not exists (select from purchase p where p.hold_id = h.id)
      ) h
      full join (select * from trade_application where hold_id is not null) a on a.hold_id = h.id
      where case
        -- Of an earlier round: another hold, or none, has taken its place.
        when a.id is null then h.ended is null
        else h.id is null or h.person_id <> a.person_id or h.reference <> 'lot:' || a.lot_id
          or h.amount_tiyin <> a.deposit_tiyin
          or a.deposit_state is distinct from case coalesce(h.ended, 'nothing')
            when 'nothing' then 'held' when 'release' then 'released' when 'capture' then 'captured'
            when 'forfeit' then 'forfeited' end
      end`,
  },
];
