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

export type BlockSource = ReturnType<typeof createBlockSource>;

/** What is committed since a former look, of all rooms, in an order that is final. */
export function createBlockSource(database: Kysely<AuctionTables>) {
  return {
    /** Rooms whose log may have grown; `all`: those that were forgotten by Redis long ago, too. */
    async rooms(all: boolean): Promise<RoomExtent[]> {
      const { rows } = await sql<RoomExtent>`
        select lot_id as "lotId", terms_hash as "termsHash", seq, phase = 'closed' as closed from auction_lot
        where seq > 0 and (${all} or phase <> 'closed' or (closed_at is not null and forgotten_at is null))
        order by lot_id`.execute(database);
      return rows;
    },

    /**
     * By room and sequence, which do not depend on what the entries say. Each range is read by the index alone: as one join the planner may
     * read every entry of the installation, of which the ranges are the last.
     */
    async entries(
      ranges: readonly EntryRange[],
    ): Promise<{ lotId: number; seq: number; entry: AuctionEntry }[]> {
      if (ranges.length === 0) return [];
      const { rows } = await sql<{ lotId: number; seq: number; entry: AuctionEntry }>`
        select r."lotId", e.seq, e.entry from json_to_recordset(${JSON.stringify(ranges)}::json)
          as r ("lotId" bigint, "after" bigint, "through" bigint)
        cross join lateral (
          select seq, entry from auction_entry
          where lot_id = r."lotId" and seq > r."after" and seq <= r."through" order by seq
        ) as e
        order by r."lotId", e.seq`.execute(database);
      return rows;
    },

    /** The last attempt before which none will come any more. */
    async lastAttempt(): Promise<number> {
      const { rows } = await sql<{ id: number | null }>`select max(id) as id from auction_attempt`.execute(
        database,
      );
      // Writers that began before now may have drawn a lesser id, and are waited for.
      await sql`select pg_advisory_xact_lock(hashtext('attempts in order'))`.execute(database);
      return rows[0]?.id ?? 0;
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
      const { rows: minutes } = await sql<{ through: Date }>`
        select date_trunc('minute', now()) - interval '3 minutes' as through`.execute(database);
      const { through } = minutes[0] as { through: Date };
      const { rows } = await sql<CountedAttempts>`
        select lot_id as "lotId", (extract(epoch from minute_at) * 1000000)::bigint as "minuteUs",
          sum(times)::bigint as counted
        from auction_attempt_count where minute_at > ${after ?? new Date(0)} and minute_at <= ${through}
        group by lot_id, minute_at order by minute_at, lot_id`.execute(database);
      return { through, counts: rows };
    },
  };
}
