import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { AuctionEntryTable, AuctionLotTable } from '../state/auction-tables.ts';
import { toCommittedEntry, toLotRow, type LotRow } from '../state/auction-log.repository.ts';
import type { Selectable } from 'kysely';
import type { CommitBatch } from './commit-batch.ts';
import { DatabaseSession } from './database-session.repository.ts';
import type { Rewind, RewindHead } from './rewind.ts';

export {
  JournalConnectionLost,
  RefusedByDatabase,
  sqlStateOf,
  StaleWriter,
} from './database-session.repository.ts';

/**
 * Epochs of one timeline of PostgreSQL: the next timeline's are above all of them, because a promoted standby may lack
 * epochs that Redis and clients have seen. 21 000 promotions fit an integer.
 */
const EPOCHS_A_TIMELINE = 100_000;

/**
 * How far beyond the newest epoch that Redis shows a lot goes on after PostgreSQL came back with an older state: web
 * processes and clients may have seen epochs that were raised and not loaded.
 */
const EPOCHS_A_REWIND = 1_000;

/** Advisory locks are taken as (this class, partition). */
export const LOCK_CLASS = 731_001;
/** A journal idle for this long loses its session, and its partitions with it, to a standby. */
const SESSION = [
  "set idle_session_timeout = '2500ms'",
  "set statement_timeout = '8s'",
  "set lock_timeout = '3s'",
  'set tcp_keepalives_idle = 2',
  'set tcp_keepalives_interval = 1',
  'set tcp_keepalives_count = 2',
].join(';');

export interface PartitionOwner {
  partition: number;
  redisRunId: string;
  /** PostgreSQL's timeline when the owner took it over; null: by a release that did not write it. */
  timeline: string | null;
  /** Milliseconds since the owner last proved that it can commit, or handed the partition over. */
  silentMs: number;
}

/** A lot whose epoch was just raised. */
export interface TakenLot {
  row: LotRow;
  /** Redis had more of it than this database. */
  rewound: boolean;
  /** Answers may be lost, and staff have not chosen yet how it goes on. */
  held: boolean;
}

/**
 * The journal's only PostgreSQL session that writes: it holds the partitions' locks, raises epochs and makes all commits,
 * so that losing the locks and losing the ability to write are the same event.
 */
export class JournalConnection extends DatabaseSession {
  readonly owner: string;
  #timeline: Promise<string> | null = null;

  private constructor(url: string, owner: string) {
    super(DatabaseSession.client(url, `savdo journal ${owner}`));
    this.owner = owner;
  }

  /** Opens the session; rejects with JournalConnectionLost when PostgreSQL cannot be reached. */
  static async open(url: string, owner: string): Promise<JournalConnection> {
    const connection = new JournalConnection(url, owner);
    await connection.begin(SESSION);
    return connection;
  }

  /**
   * Commits a batch and returns PostgreSQL's time in µs. An empty one proves that PostgreSQL commits, but not that it would
   * store an entry. `beat`: from here on a journal that follows counts what time was lost.
   */
  async commit(batch: CommitBatch, beat: boolean): Promise<number> {
    const { heads, entries, notable, snapshots } = batch;
    const values = [this.owner, beat, heads, entries, notable];
    const call = 'select auction_commit($1, $2, $3::jsonb, $4::jsonb, $5::jsonb) as now';
    const [row] = await (snapshots === '[]'
      ? this.query<{ now: string }>(call, values, 'auction_commit')
      : this.query<{ now: string }>(`${call}, auction_save_snapshots($6::jsonb)`, [...values, snapshots]));
    return Number(row?.now);
  }

  /** Proves that entries can be stored, without leaving any, and returns PostgreSQL's time in µs. */
  async probe(beat: boolean): Promise<number> {
    const call = 'select auction_probe($1, $2) as now';
    const [row] = await this.query<{ now: string }>(call, [this.owner, beat], 'auction_probe');
    return Number(row?.now);
  }

  /** Keeps the session alive while Redis is unavailable and no batch is committed. */
  async stayConnected(): Promise<void> {
    await this.query('select 1');
  }

  /** Lots of these partitions that are not closed. */
  async openLots(partitions: readonly number[], partitionCount: number): Promise<LotRow[]> {
    const rows = await this.query<Selectable<AuctionLotTable>>(
      `select * from auction_lot where phase <> 'closed' and lot_id % $2 = any($1::bigint[]) order by lot_id`,
      [partitions, partitionCount],
    );
    return rows.map(toLotRow);
  }

  async lots(lotIds: readonly number[]): Promise<LotRow[]> {
    const rows = await this.query<Selectable<AuctionLotTable>>(
      'select * from auction_lot where lot_id = any($1::bigint[]) order by lot_id',
      [lotIds],
    );
    return rows.map(toLotRow);
  }

  /**
   * Prepares lots for loading: one never loaded keeps its epoch, or gets the first of this timeline; any other gets the
   * next one, which voids every record of the epoch before. Closed and broken lots are left out. What Redis has beyond
   * this database is recorded in the same commit, and the lot goes on above the epochs seen of it.
   */
  async takeForLoading(lotIds: readonly number[], rewinds: readonly Rewind[]): Promise<TakenLot[]> {
    const firstEpoch = await this.firstEpoch();
    const rows = await this.query<Selectable<AuctionLotTable> & { held: boolean }>(
      `with rewound as (
         select * from jsonb_to_recordset($3::jsonb)
           as r ("lotId" bigint, "redisEpoch" int, "lostThrough" bigint, "needsChoice" boolean, entries jsonb)),
       taken as (
         update auction_lot l set
           epoch = case when loaded_at is null and seq = 0 and r."lotId" is null then greatest(epoch, $2)
             else greatest(epoch, $2, r."redisEpoch" + $4::int) + 1 end,
           last_log_id = '', loaded_at = coalesce(loaded_at, now()),
            -- Once its log goes on, a lot that was stopped and released has its time back.
            broken_us = case when last_log_id = '' then broken_us end
         from unnest($1::bigint[]) as asked (id) left join rewound r on r."lotId" = asked.id
         where l.lot_id = asked.id and phase <> 'closed' and broken_because is null
         returning l.*),
       recorded as (
         insert into auction_rewind
           (lot_id, redis_epoch, epoch, seq, head_hash, price_tiyin, lost_through, needs_choice)
         select t.lot_id, r."redisEpoch", t.epoch, t.seq, t.head_hash, t.price_tiyin, r."lostThrough", r."needsChoice"
         from rewound r join taken t on t.lot_id = r."lotId"
         returning id, lot_id, epoch, needs_choice),
       listed as (
         insert into auction_lost_entry (rewind_id, seq, epoch, hash, entry)
         select c.id, (e -> 'entry' ->> 'seq')::bigint, (e -> 'entry' ->> 'epoch')::int, e ->> 'hash', e -> 'entry'
         from recorded c join rewound r on r."lotId" = c.lot_id, jsonb_array_elements(r.entries) as e)
       select t.*, coalesce(c.needs_choice, false) or exists (
         select from auction_rewind w where w.lot_id = t.lot_id and w.needs_choice and w.choice is null) as held
       from taken t left join recorded c on c.lot_id = t.lot_id`,
      [lotIds, firstEpoch, JSON.stringify(rewinds.map(listedWithoutSecrets)), EPOCHS_A_REWIND],
    );
    const rewound = new Set(rewinds.map(({ lotId }) => lotId));
    return rows.map((row) => ({
      row: toLotRow(row),
      held: row.held,
      rewound: rewound.has(Number(row.lot_id)),
    }));
  }

  /** The heads of lots that are not closed, to be compared with what Redis shows. */
  async rewindHeads(lotIds: readonly number[]): Promise<RewindHead[]> {
    if (lotIds.length === 0) return [];
    const rows = await this.query<{
      lot_id: string;
      epoch: number;
      seq: string;
      head_hash: string;
      known: number;
    }>(
      `select lot_id, epoch, seq, head_hash, coalesce(
         (select max(redis_epoch) from auction_rewind w where w.lot_id = l.lot_id), 0) as known
       from auction_lot l where lot_id = any($1::bigint[]) and phase <> 'closed'`,
      [lotIds],
    );
    return rows.map((row) => ({
      lotId: Number(row.lot_id),
      epoch: row.epoch,
      seq: Number(row.seq),
      headHash: row.head_hash,
      knownEpoch: row.known,
    }));
  }

  /** The hashes of committed entries, by `lot:seq`. */
  async hashesAt(entries: readonly { lotId: number; seq: number }[]): Promise<Map<string, string>> {
    if (entries.length === 0) return new Map();
    const rows = await this.query<{ lot_id: string; seq: string; hash: string }>(
      `select lot_id, seq, hash from auction_entry
       join unnest($1::bigint[], $2::bigint[]) as asked (lot, at) on lot_id = lot and seq = at
       where lot_id = any($1)`,
      [entries.map(({ lotId }) => lotId), entries.map(({ seq }) => seq)],
    );
    return new Map(rows.map((row) => [`${row.lot_id}:${row.seq}`, row.hash]));
  }

  /** The committed entry of a sequence with the log id it came with; null when there is none. */
  async entryAt(lotId: number, seq: number): Promise<{ logId: string; committed: CommittedEntry } | null> {
    const [row] = await this.query<Selectable<AuctionEntryTable>>(
      `select log_id, entry, hash, secret_maximum_tiyin, secret_salt from auction_entry
       where lot_id = $1 and seq = $2`,
      [lotId, seq],
      'auction_entry_at',
    );
    return row ? { logId: row.log_id, committed: toCommittedEntry(row) } : null;
  }

  /**
   * Stops a lot whose log cannot go on; `savdo_rooms_broken` counts it until staff release it.
   * @param sinceUs Redis's time since which its room confirms nothing
   * @returns the epoch in which it was stopped; null when it was stopped or closed before
   */
  async markBroken(lotId: number, because: string, sinceUs: number): Promise<number | null> {
    const [row] = await this.query<{ epoch: number }>(
      `update auction_lot set broken_because = $2, epoch = epoch + 1,
         broken_us = least(case when last_log_id = '' then broken_us end, $3), last_log_id = ''
       where lot_id = $1 and broken_because is null and phase <> 'closed'
       returning epoch`,
      [lotId, because, Math.round(sinceUs)],
    );
    return row?.epoch ?? null;
  }

  /** The last owners of these partitions; partitions that never had one are missing. */
  async lastOwners(partitions: readonly number[]): Promise<PartitionOwner[]> {
    const rows = await this.query<{
      partition: number;
      redis_run_id: string;
      timeline: string | null;
      silent: string | null;
    }>(
      `select p.partition, p.redis_run_id, p.timeline,
         (extract(epoch from clock_timestamp()
           - case when p.handed_at > p.taken_at or p.redis_run_id = '' then coalesce(p.handed_at, j.beat_at)
             else j.beat_at end) * 1000)::float8 as silent
       from auction_partition p left join auction_journal j on j.owner = p.owner
       where p.partition = any($1::int[])`,
      [partitions],
    );
    return rows.map((row) => ({
      partition: row.partition,
      redisRunId: row.redis_run_id,
      timeline: row.timeline,
      silentMs: row.silent === null ? 0 : Number(row.silent),
    }));
  }

  /**
   * This journal owns the partitions. `lostForMs`: for how long the lots still to be loaded have confirmed nothing, by
   * partition; until `recordLoaded` no Redis is named, so that a journal that follows loads them, and gives back the time
   * since then. One instant for both columns: a partition with nothing lost must not look handed over after it was taken.
   */
  async recordOwner(
    partitions: readonly number[],
    redisRunId: string,
    lostForMs: ReadonlyMap<number, number>,
  ): Promise<void> {
    await this.query(
      `insert into auction_partition (partition, owner, redis_run_id, timeline, taken_at, handed_at)
       select p, $2, case when lost is null then $3 else '' end, $4, statement_timestamp(),
         statement_timestamp() - make_interval(secs => lost / 1000.0)
       from unnest($1::int[], $5::float8[]) as t (p, lost)
       on conflict (partition) do update
       set owner = excluded.owner, redis_run_id = excluded.redis_run_id, timeline = excluded.timeline,
         taken_at = excluded.taken_at, handed_at = excluded.handed_at`,
      [
        partitions,
        this.owner,
        redisRunId,
        await this.timeline(),
        partitions.map((partition) => lostForMs.get(partition) ?? null),
      ],
    );
  }

  /** All lots of the partitions are loaded into this Redis. */
  async recordLoaded(partitions: readonly number[], redisRunId: string): Promise<void> {
    await this.query(
      `update auction_partition set redis_run_id = $3, handed_at = null
       where partition = any($1::int[]) and owner = $2`,
      [partitions, this.owner, redisRunId],
    );
  }

  /** The epoch in which a lot opened on this timeline is first loaded. */
  async firstEpoch(): Promise<number> {
    const timeline = Number.parseInt(await this.timeline(), 16);
    return Math.max(1, (timeline - 1) * EPOCHS_A_TIMELINE);
  }

  /** PostgreSQL's timeline: it changes when a standby is promoted, which may lack commits of the server before. */
  timeline(): Promise<string> {
    this.#timeline ??= this.query<{ timeline: string }>(
      'select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline',
    ).then(([row]) => row?.timeline ?? '');
    return this.#timeline;
  }
}

/** Maxima of auto-bids stay secret: what was lost is shown to staff. */
const listedWithoutSecrets = (rewind: Rewind): Rewind => ({
  ...rewind,
  entries: rewind.entries.map(({ entry, hash }) => ({ entry, hash })),
});
