import type { Invariant } from '#server/platform/modules/index.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { OPEN_PROTESTS } from '#shared/lifecycles/protest.ts';
import { OPEN_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';

const list = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');
const OPEN = list(OPEN_PROTESTS);

/** Invariants between protests, lots, sales and offers. */
export const PROTEST_INVARIANTS: readonly Invariant[] = [
  {
    number: 16,
    name: 'a sale or an offer waits while a protest that stops it is open, and only then',
    query: `
      with waits as (
        select lot_id, 'settlement' as what, id, paused_at is not null as paused from settlement
          where state in (${list(OPEN_SETTLEMENTS)})
        union all select lot_id, 'offer', id, paused_at is not null from offer where state = 'open'
      )
      select w.lot_id as lot, w.what, w.id, w.paused from waits w
      where w.paused <> exists (select from protest p where p.lot_id = w.lot_id and p.state in (${OPEN}) and p.pauses)`,
  },
  {
    number: 16,
    name: 'the result of a lot whose protest was upheld is cancelled, and no other protest of it is open',
    query: `
      select p.id as protest, l.id as lot, l.status from protest p join lot l on l.id = p.lot_id
      where (p.state = 'upheld' and l.status not in (${LOT_STATUS.resultCancelled}, ${LOT_STATUS.archived}))
        or (p.state in (${OPEN}) and l.status in (${LOT_STATUS.resultCancelled}, ${LOT_STATUS.archived}))`,
  },
];
