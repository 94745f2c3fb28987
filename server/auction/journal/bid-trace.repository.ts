import { sql, type Kysely } from 'kysely';
import type { AuctionTables } from '../state/auction-tables.ts';

/** An entry of the log that carries the id of a bid: its own, or one that it caused. Times are ms since 1970. */
export interface TracedEntry {
  seq: number;
  kind: string;
  person: string | null;
  amountTiyin: number | null;
  /** The bid's own entry; others were caused by it. */
  isOwn: boolean;
  /** When the web process got it; not known of entries that it caused. */
  receivedMs: number | null;
  /** By the clock of Redis, which put it in its place. */
  decidedMs: number;
  /** By the clock of PostgreSQL; the answer goes out after it. */
  committedMs: number;
}

/** A command as it reached a web process. */
export interface TracedAttempt {
  person: string;
  command: string;
  /** Of an offer; the maximum of an auto-bid is a secret. */
  amountTiyin: number | null;
  verdict: string;
  reason: string | null;
  seq: number | null;
  /** A web process refused it by what was committed at `seq`, without asking Redis. */
  early: boolean;
  repeated: boolean;
  receivedMs: number;
  decidedMs: number | null;
}

const MS = 1_000;

export type BidTraceRepository = ReturnType<typeof createBidTraceRepository>;

/** All that is stored about one bid. */
export function createBidTraceRepository(db: Kysely<AuctionTables>) {
  return {
    /** Oldest first. Ids belong to people: two people may have given two bids the same one. */
    async entries(lotId: number, bidId: string): Promise<TracedEntry[]> {
      const { rows } = await sql<TracedEntry>`
        select e.seq, e.kind, e.person, (e.entry ->> 'amountTiyin')::bigint as "amountTiyin",
          e.own_bid_id is not null as "isOwn",
          case when e.own_bid_id is not null then extract(epoch from r.received_at)::float8 * ${MS} end as "receivedMs",
          (e.entry ->> 'atUs')::float8 / ${MS} as "decidedMs",
          extract(epoch from e.committed_at)::float8 * ${MS} as "committedMs"
        from auction_entry e left join auction_receipt r using (lot_id, seq)
        where e.lot_id = ${lotId} and e.entry ->> 'bidId' = ${bidId} order by e.seq`.execute(db);
      return rows;
    },

    /** Oldest first. Of a storm of refusals five a second of a person are recorded; more are only counted. */
    async attempts(lotId: number, bidId: string): Promise<TracedAttempt[]> {
      const { rows } = await sql<TracedAttempt>`
        select person, command, case command when 'place' then amount_tiyin end as "amountTiyin", verdict, reason, seq, head_hash is not null as early,
          repeated, extract(epoch from received_at)::float8 * ${MS} as "receivedMs",
          extract(epoch from decided_at)::float8 * ${MS} as "decidedMs"
        from auction_attempt where lot_id = ${lotId} and bid_id = ${bidId} order by received_at, id`.execute(
        db,
      );
      return rows;
    },
  };
}
