import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { OPENED_REQUEST_MINUTES } from '#shared/limits/room-actions.ts';
import { PENDING_PURCHASES } from '#shared/lifecycles/purchase.ts';
import { LIVING } from '#shared/lifecycles/trade-application.ts';

/**
 * A room that opens so soon counts as running: whom one person shuts out the day before would not be back in time, since the second one who
 * decides has as long.
 */
const OPENING_MINUTES = OPENED_REQUEST_MINUTES;

/**
 * Lots in whose rooms the person bids now, or will within a day, and those of which they have reserved units, which somebody else would get:
 * one person of staff ends that in none of them. Who waits to be let in is let in all the same. Reads tables of other domains and writes none.
 */
export async function runningRoomsOf(db: AnyDb, personId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.lot_id as id from trade_application a
    join lot on lot.id = a.lot_id and not lot.practice
    left join auction_lot room on room.lot_id = a.lot_id
    where a.person_id = ${personId} and a.status = any(${[...LIVING]})
      and (room.phase in ('running', 'paused') or (coalesce(room.phase, 'waiting') = 'waiting' and lot.outcome is null
        and lot.opens_at < clock_timestamp() + make_interval(mins => ${OPENING_MINUTES}::int)))
    union
    select lot_id from purchase
    where person_id = ${personId} and state = any(${[...PENDING_PURCHASES]}) and expires_at > clock_timestamp()
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
