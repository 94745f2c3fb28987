import { sql, type Kysely } from 'kysely';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { AuctionTables } from './auction-tables.ts';
import { RECORDED_ANSWER, type RecordedAnswer } from './own-attempts.repository.ts';

/** How far the log of a room is committed. */
export interface RoomExtent {
  lotId: number;
  termsHash: string;
  seq: number;
  closed: boolean;
}

/** Entries of a room behind `after`, up to `through`. */
export interface EntryRange {
  lotId: number;
  after: number;
  through: number;
}

/** A row of what a participant sent. */
export interface RecordedAttempt extends RecordedAnswer {
  lotId: number;
}

/** Attempts of a minute that were counted instead of recorded. */
export interface CountedAttempts {
  lotId: number;
  minuteUs: number;
  counted: number;
}

interface SourceNews {
  rooms: RoomExtent[];
  attempt: number;
  counts: boolean;
}

/** The last minute that no count is added to any more. */
const WHOLE_MINUTE = sql`date_trunc('minute', now()) - interval '3 minutes'`;

export type BlockSource = ReturnType<typeof createBlockSource>;

/** What is committed since a former look, of all rooms, in an order that is final. */
export function createBlockSource(database: Kysely<AuctionTables>) {
  return {
    /**
     * By sequence, which does not depend on what the entries say: one row for each room, in any order, since a row for each entry costs more than
     * the entry. A room that lacks an entry of its range is left out. Each range is read by the index alone: as one join the planner may read every
     * entry of the installation, of which the ranges are the last.
     */
    async entries(ranges: readonly EntryRange[]): Promise<{ lotId: number; entries: AuctionEntry[] }[]> {
      if (ranges.length === 0) return [];
      const { rows } = await sql<{ lotId: number; entries: string }>`
        select r."lotId", e.entries from json_to_recordset(${JSON.stringify(ranges)}::json)
          as r ("lotId" bigint, "after" bigint, "through" bigint)
        cross join lateral (
          select string_agg(entry::text, ',') as entries, count(*) as found from (
            select entry from auction_entry
            where lot_id = r."lotId" and seq > r."after" and seq <= r."through" order by seq
          ) as ordered
        ) as e
        where e.found = r."through" - r."after"`.execute(database);
      return rows.map(({ lotId, entries }) => ({
        lotId,
        entries: JSON.parse(`[${entries}]`) as AuctionEntry[],
      }));
    },

    /**
     * What may be new, by one statement: rooms whose log may have grown, the last attempt that is seen, and whether minutes behind this one have
     * counts.
     * @param all those rooms that were forgotten by Redis long ago, too
     */
    async news(all: boolean, countedThrough: Date | null): Promise<SourceNews> {
      const { rows } = await sql<SourceNews>`
        select (
          select coalesce(json_agg(
            json_build_object('lotId', lot_id, 'termsHash', terms_hash, 'seq', seq, 'closed', phase = 'closed') order by lot_id
          ), '[]') from auction_lot
          where seq > 0 and (${all} or phase <> 'closed' or (closed_at is not null and forgotten_at is null))
        ) as rooms,
        (select coalesce(max(id), 0) from auction_attempt) as attempt,
        exists (
          select from auction_attempt_count
          where minute_at > ${countedThrough ?? new Date(0)} and minute_at <= ${WHOLE_MINUTE}
        ) as counts`.execute(database);
      return rows[0] as SourceNews;
    },

    /** Waits until no attempt will come any more with an id below one that was seen before: its writer may have drawn it earlier. */
    async attemptsSettled(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('attempts in order'))`.execute(database);
    },

    /** By their ids. */
    async attempts(after: number, through: number, limit: number): Promise<RecordedAttempt[]> {
      const { rows } = await sql<RecordedAttempt>`
        select lot_id as "lotId", ${RECORDED_ANSWER} from auction_attempt where id > ${after} and id <= ${through}
        order by id limit ${limit}`.execute(database);
      return rows;
    },

    /** Counts of whole minutes behind `after` that nothing is added to any more, and the last of these minutes. */
    async counts(after: Date | null): Promise<{ through: Date; counts: CountedAttempts[] }> {
      const { rows } = await sql<{ through: Date; counts: CountedAttempts[] | null }>`
        with whole as (select ${WHOLE_MINUTE} as through)
        select through, (
          select json_agg(json_build_object('lotId', lot_id, 'minuteUs', minute_us, 'counted', counted) order by minute_us, lot_id)
          from (
            select lot_id, (extract(epoch from minute_at) * 1000000)::bigint as minute_us, sum(times)::bigint as counted
            from auction_attempt_count where minute_at > ${after ?? new Date(0)} and minute_at <= through
            group by lot_id, minute_at
          ) as minute
        ) as counts from whole`.execute(database);
      const { through, counts } = rows[0] as { through: Date; counts: CountedAttempts[] | null };
      return { through, counts: counts ?? [] };
    },
  };
}
