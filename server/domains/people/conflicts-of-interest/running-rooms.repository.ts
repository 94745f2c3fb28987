import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { TRADE_APPLICATION } from '#shared/lifecycles/trade-application.ts';

/**
 * Lots in whose rooms the person bids now: one person of staff ends that in no room. Reads tables of other domains and writes
 * none.
 */
export async function runningRoomsOf(db: AnyDb, personId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.lot_id as id from trade_application a
    join auction_lot room on room.lot_id = a.lot_id and room.phase in ('running', 'paused')
    join lot on lot.id = a.lot_id and not lot.practice
    where a.person_id = ${personId} and a.status = ${stateAfter(TRADE_APPLICATION, 'admit')}
    order by a.lot_id`.execute(db);
  return rows.map(({ id }) => id);
}
