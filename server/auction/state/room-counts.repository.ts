import { sql, type Kysely } from 'kysely';
import type { RoomPhase } from '#shared/auction/refusals.ts';
import type { AuctionTables } from './auction-tables.ts';

/** Every phase, also with 0 rooms; of closed ones those of the last hour. Read a few times a minute, for /metrics. */
export async function countRooms(db: Kysely<AuctionTables>): Promise<{ phase: RoomPhase; rooms: number }[]> {
  const { rows } = await sql<{ phase: RoomPhase; rooms: number }>`
    with counted as (
      select phase, count(*) as rooms from auction_lot where phase <> 'closed' group by phase
      union all
      select 'closed', count(*) from auction_lot
        where phase = 'closed' and closed_at > now() - interval '1 hour')
    select phase, coalesce(rooms, 0)::int as rooms
    from unnest(array['waiting', 'running', 'paused', 'closed']) as phase left join counted using (phase)
  `.execute(db);
  return rows;
}

/** Rooms that are not loaded until staff have checked their logs. */
export async function countBrokenRooms(db: Kysely<AuctionTables>): Promise<number> {
  const { broken } = await db
    .selectFrom('auction_lot')
    .select((e) => e.fn.countAll<number>().as('broken'))
    .where('broken_because', 'is not', null)
    .where('phase', '<>', 'closed')
    .executeTakeFirstOrThrow();
  return Number(broken);
}
