import { sql, type Kysely } from 'kysely';
import type { AuctionTables } from './auction-tables.ts';

/** Another web process counts as ready for bids when it said so within this time, ms. */
const READY_WITHIN_MS = 2_000;
/** Rooms of a web process that said nothing for this long matter to no one any more. */
const FORGET_ROOMS_S = 60;
const FORGET_DAYS = 1;
const FORGET_LIMIT = 1_000;

/** Bidders of a room who are connected to one web process: six bytes of a hash each. */
export type RoomBidders = readonly [lotId: number, marks: Buffer];

export type WebReachRepository = ReturnType<typeof createWebReachRepository>;

/**
 * What web processes say of themselves, stamped with PostgreSQL's time.
 * @param db a session of its own: a report must not wait for a connection that slow pages have taken
 */
export function createWebReachRepository(db: Kysely<AuctionTables>) {
  return {
    /** Returns how many other web processes can place bids. A report need not wait for the disk or a standby. */
    async report(node: string, able: boolean): Promise<number> {
      const { rows } = await sql<{ ready: number }>`
        with said as (
          insert into auction_web as w (node, seen_at, able, able_at)
          values (${node}, clock_timestamp(), ${able}, case when ${able} then clock_timestamp() end)
          on conflict (node) do update set
            seen_at = excluded.seen_at, able = excluded.able, able_at = coalesce(excluded.able_at, w.able_at)
          returning set_config('synchronous_commit', 'off', true))
        select count(*)::int as ready from auction_web, said
        where node <> ${node} and able
          and able_at > clock_timestamp() - make_interval(secs => ${READY_WITHIN_MS / 1_000})
      `.execute(db);
      return rows[0]?.ready ?? 0;
    },

    /** Stores who is connected here to rooms that changed; `left`: rooms without bidders, `only`: and all not named. */
    async storeBidders(
      node: string,
      rooms: readonly RoomBidders[],
      { left, only }: { left: readonly number[]; only: boolean },
    ): Promise<void> {
      const lotIds = rooms.map(([lotId]) => lotId);
      const marks = rooms.map(([, bidders]) => bidders.toString('hex'));
      await sql`
        with gone as (
          delete from auction_web_room where node = ${node}
            and (lot_id = any(${left}::bigint[]) or (${only} and lot_id <> all(${lotIds}::bigint[]))))
        insert into auction_web_room (node, lot_id, bidders)
        select ${node}, lot_id, decode(marks, 'hex')
        from unnest(${lotIds}::bigint[], ${marks}::text[]) as t (lot_id, marks)
        on conflict (node, lot_id) do update set bidders = excluded.bidders
      `.execute(db);
    },

    /** Removes what ended web processes left, but the newest row: it says that the installation has had one. */
    async forgetEnded(): Promise<void> {
      await sql`
        delete from auction_web_room where node in (
          select node from auction_web where seen_at < clock_timestamp() - make_interval(secs => ${FORGET_ROOMS_S}))
      `.execute(db);
      await sql`
        delete from auction_web where node in (
          select node from auction_web
          where seen_at < clock_timestamp() - make_interval(days => ${FORGET_DAYS})
            and coalesce(able_at, '-infinity') < (select max(able_at) from auction_web)
          limit ${FORGET_LIMIT} for update skip locked)
      `.execute(db);
    },
  };
}
