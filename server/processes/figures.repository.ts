import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { RoomPhase } from '#shared/auction/refusals.ts';

export interface RoomFigures {
  /** Every phase, also with 0 rooms; of closed ones those of the last hour. */
  rooms: { phase: RoomPhase; rooms: number }[];
  outboxWaiting: number;
}

/** Counts for /metrics, read a few times a minute. */
export async function readRoomFigures(db: AnyDb): Promise<RoomFigures> {
  const rooms = await sql<{ phase: RoomPhase; rooms: number }>`
    select phase, count(lot_id)::int as rooms
    from unnest(array['waiting', 'running', 'paused', 'closed']) as phase
    left join auction_lot using (phase)
    where lot_id is null or phase <> 'closed' or closed_at > now() - interval '1 hour'
    group by phase
  `.execute(db);
  const waiting = await sql<{ count: number }>`
    select count(*)::int as count from outbox where sent_at is null and available_at <= now()
  `.execute(db);
  return { rooms: rooms.rows, outboxWaiting: waiting.rows[0]?.count ?? 0 };
}
