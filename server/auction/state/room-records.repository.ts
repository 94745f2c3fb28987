import { sql, type Kysely } from 'kysely';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { Attempt } from './auction-log.repository.ts';
import type { AuctionTables } from './auction-tables.ts';

/** One command of a participant, as staff see it. */
export interface RoomAttempt {
  person: string;
  bidId: string;
  command: Attempt['command'];
  /** The price offered; null for auto-bids, whose maxima staff never see. */
  amountTiyin: number | null;
  verdict: Attempt['verdict'];
  reason: string | null;
  atMs: number;
  /** From its reception to its commit, or to its refusal, ms; null: not recorded. */
  latencyMs: number | null;
}

export interface RoomAttemptsWanted {
  lotId: number;
  verdict: Attempt['verdict'] | null;
  person: string | null;
  limit: number;
  offset: number;
}

/** What a participant has sent to a room, in all. */
export interface RoomActivity {
  attempts: number;
  refused: number;
  lastAtMs: number;
}

/** A point of the course of prices. */
export interface RoomPrice {
  seq: number;
  atMs: number;
  amountTiyin: number;
  number: number;
}

/** Commands in the log with their receipts, and those that were refused or had no answer. */
const attemptsOf = (lotId: number) => sql`
  select e.person, e.own_bid_id as bid_id,
    case e.kind when 'price' then 'place' when 'autoSet' then 'set-auto' else 'clear-auto' end as command,
    case when e.kind = 'price' then (e.entry ->> 'amountTiyin')::bigint end as amount, 'accepted' as verdict,
    null as reason, to_timestamp((e.entry ->> 'atUs')::bigint / 1000000.0) as at,
    e.committed_at - r.received_at as latency
  from auction_entry e left join auction_receipt r on r.lot_id = e.lot_id and r.seq = e.seq
  where e.lot_id = ${lotId} and e.own_bid_id is not null
  union all
  select person, bid_id, command, case when command = 'place' then amount_tiyin end, verdict, reason, received_at,
    decided_at - received_at
  from auction_attempt where lot_id = ${lotId} and verdict <> 'accepted'`;

const MS = sql.raw('* 1000)::float8');

/** What is recorded of one room, for staff who look at it. */
export function createRoomRecordsRepository(database: Kysely<AuctionTables>) {
  return {
    /** Newest first. */
    async attempts(wanted: RoomAttemptsWanted): Promise<{ items: RoomAttempt[]; total: number }> {
      const { lotId, verdict, person, limit, offset } = wanted;
      const { rows } = await sql<RoomAttempt & { total: number }>`
        select person, bid_id as "bidId", command, amount::float8 as "amountTiyin", verdict, reason,
          (extract(epoch from at) ${MS} as "atMs", (extract(epoch from latency) ${MS} as "latencyMs",
          count(*) over ()::int as total
        from (${attemptsOf(lotId)}) as attempt
        where (${verdict}::text is null or verdict = ${verdict}) and (${person}::text is null or person = ${person})
        order by at desc, bid_id limit ${limit} offset ${offset}`.execute(database);
      return { items: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
    },

    /** By person. */
    async activity(lotId: number): Promise<Map<string, RoomActivity>> {
      const { rows } = await sql<RoomActivity & { person: string }>`
        select person, count(*)::int as attempts, (count(*) filter (where verdict <> 'accepted'))::int as refused,
          (extract(epoch from max(at)) ${MS} as "lastAtMs"
        from (${attemptsOf(lotId)}) as attempt group by person`.execute(database);
      return new Map(rows.map(({ person, ...activity }) => [person, activity]));
    },

    /** Entries before a sequence, newest first, with the instant of their commit, ms. */
    async entries(
      lotId: number,
      { beforeSeq, limit }: { beforeSeq: number | null; limit: number },
    ): Promise<{ entry: AuctionEntry; committedAtMs: number }[]> {
      let query = database
        .selectFrom('auction_entry')
        .select(['entry', 'committed_at'])
        .where('lot_id', '=', lotId)
        .orderBy('seq', 'desc')
        .limit(limit);
      if (beforeSeq !== null) query = query.where('seq', '<', beforeSeq);
      const rows = await query.execute();
      return rows.map((row) => ({ entry: row.entry, committedAtMs: row.committed_at.getTime() }));
    },

    /** The course of prices, oldest first: all of them, or every so many and the last. */
    async prices(lotId: number, most: number): Promise<RoomPrice[]> {
      const { rows } = await sql<RoomPrice>`
        with price as (
          select seq, entry, row_number() over (order by seq desc) - 1 as place, count(*) over () as prices
          from auction_entry where lot_id = ${lotId} and kind = 'price'
        )
        select seq::float8 as seq, (entry ->> 'atUs')::float8 / 1000 as "atMs",
          (entry ->> 'amountTiyin')::float8 as "amountTiyin", (entry ->> 'number')::int as number
        from price where place % ceil(prices / ${most}::numeric) = 0 order by seq`.execute(database);
      return rows;
    },
  };
}
