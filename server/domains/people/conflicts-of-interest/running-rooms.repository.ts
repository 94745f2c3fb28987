import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { TRADE_APPLICATION } from '#shared/lifecycles/trade-application.ts';

/** A room that opens so soon counts as running: what is decided now may reach the person when it is open. */
const OPENING_MINUTES = 1;

/**
 * Lots in whose rooms the person bids now, or will in a moment: one person of staff ends that in no room. Reads tables of other domains
 * and writes none.
 * @param minutes a room that opens in less counts too
 */
export async function runningRoomsOf(
  db: AnyDb,
  personId: string,
  minutes: number = OPENING_MINUTES,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.lot_id as id from trade_application a
    join lot on lot.id = a.lot_id and not lot.practice
    left join auction_lot room on room.lot_id = a.lot_id
    where a.person_id = ${personId} and a.status = ${stateAfter(TRADE_APPLICATION, 'admit')}
      and (room.phase in ('running', 'paused') or (coalesce(room.phase, 'waiting') = 'waiting' and lot.outcome is null
        and lot.opens_at < clock_timestamp() + make_interval(mins => ${minutes}::int)))
    order by a.lot_id`.execute(db);
  return rows.map(({ id }) => id);
}
