import type { AuctionEntry, CommittedEntry, EntrySecret } from '#shared/auction/entries.ts';
import type { LotState } from '../rules/lot-state.ts';
import type { RecoveryMode } from '../rules/room-commands.ts';
import type {
  BidCommandHead,
  BidVerdict,
  CloseVerdict,
  CommandHead,
  ControlVerdict,
} from '../rules/verdicts.ts';

export type { LotState } from '../rules/lot-state.ts';
export type { RecoveryMode } from '../rules/room-commands.ts';
export type {
  BidCommandHead,
  BidVerdict,
  CloseVerdict,
  CommandHead,
  ControlVerdict,
} from '../rules/verdicts.ts';

/** One record of a partition's log as read back from Redis. */
export interface LogRecord {
  logId: string;
  /** Log id of this lot's previous entry in this epoch; '' for the first after a load. */
  prevLogId: string;
  entry: AuctionEntry;
  secret?: EntrySecret;
}

/**
 * A record of a release that writes another format. It continues no lot of this release: a journal loads each lot in its
 * own format, in a new epoch, before it reads the log.
 */
export interface ForeignRecord {
  logId: string;
  format: number;
}

/** A journal's position in one partition's log. */
export interface LogCursor {
  partition: number;
  /** Id of the last record read; '0' = none yet. */
  after: string;
}

/** A journal of the same process that accepts prefetched records. */
export interface LogFollower<Cursor extends LogCursor = LogCursor> {
  /** null: the journal does not own the partition now, or its buffer is full. */
  cursor(partition: number): Cursor | null;
  /** Records after the cursor, in the log's order; some may have been read otherwise meanwhile. */
  take(cursor: Cursor, records: (LogRecord | ForeignRecord)[]): void;
  /** The prefetch failed; the follower's own reading continues. */
  failed(cursor: Cursor): void;
}

/** Answer to an accepted bid id. */
export type AcceptedAnswer = LotState['accepted'][string];

export interface LoadOptions {
  /** As `recover`, executed with the load. */
  recovery?: { mode: RecoveryMode; outageFromUs: number; resumeAtUs: number | null } | null;
  /** `accepted` lacks ids of earlier epochs: until `addIds` completes them, an unknown id is answered with `lookUp`. */
  idsMissing?: boolean;
  /** Called right before the step that replaces the lot is sent: whatever is sent after it reaches Redis later. */
  onSend?: () => void;
}

/** What is committed of a lot, as far as a refusal names it. Offers that share one object are sent together. */
export interface CommittedState {
  epoch: number;
  seq: number;
  headHash: string;
  suggestedTiyin: number;
  deadlineUs: number;
}

export type CommittedMessage =
  /** Entries of one lot just committed, contiguous, oldest first. */
  | { type: 'entries'; lotId: number; epoch: number; entries: CommittedEntry[] }
  /** The lot was loaded into Redis in this epoch with this head: earlier uncommitted entries are void. */
  | { type: 'epoch'; lotId: number; epoch: number; seq: number; headHash: string }
  /** Journal alive and committing, each second per partition. */
  | { type: 'beat'; journalAtMs: number };

export interface CommittedRecord {
  partition: number;
  id: string;
  readonly message: CommittedMessage;
  /** For committed entries: the lot, and the last sequence. */
  leadsTo?: { lotId: number; seq: number };
}

/** What Redis has of a lot, without reading all of it. */
export interface LotInRedis {
  lotId: number;
  /** null: Redis has nothing of it. */
  epoch: number | null;
  /** null: no state in this release's format. */
  seq: number | null;
  /** Log id of its last record; '' in an epoch without one. */
  lastLogId: string;
  /** The log still holds that record: it may not be committed yet. A log is trimmed behind what is committed. */
  inLog: boolean;
}

/** Number of logical partitions, and the partition of a lot. */
export interface Partitioning {
  count: number;
  of(lotId: number): number;
}

/** A journal's lease on a partition, as the scripts judge it. */
export interface PartitionLease {
  partition: number;
  /** The journal that last renewed it; null: none ever. */
  owner: string | null;
  /** Since the last renewal, by Redis's clock; null: none ever. Over 1 s the partition's rooms are held. */
  ageMs: number | null;
  /** Redis's clock ahead of PostgreSQL's at the last renewal; null: never renewed. Beyond 1.25 s rooms are held. */
  clocksApartMs: number | null;
  /** SQLSTATE with which PostgreSQL refused the journal's commits within the last 15 s; null: none. Says nothing while the lease is valid. */
  failing: string | null;
  /** Redis's time of this look. */
  readAtUs: number;
  /** Its journal lets no script decide, because no web process can place bids. */
  stalled: boolean;
  /** Since when that is so, PostgreSQL's time; null: it is not, or the journal is of a release that did not say. */
  stalledSinceUs: number | null;
}

/** One server of a cluster, and the partitions it has now. */
export interface AuctionServer {
  /** host:port */
  name: string;
  partitions: readonly number[];
  /** The calls for these partitions, on this server alone: a failure of another server does not delay them. */
  state: AuctionState;
}

/** The servers of a Redis Cluster. Journal and clock treat each as an independent Redis. */
export interface AuctionServers {
  /** Those that have partitions; none before the cluster was first reached. */
  list(): readonly AuctionServer[];
  /** Called when a partition has moved to another server; returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
}

/**
 * The only access to the auction Redis, implemented by Lua scripts; no other code touches the keys.
 * A call that cannot reach Redis rejects with AuctionRedisUnavailable (outcome unknown unless `notSent` is true).
 */
export interface AuctionState {
  readonly partitions: Partitioning;
  /** Only for a Redis Cluster: its servers. */
  readonly servers?: AuctionServers;
  /** Resolves once Redis is reachable; rejects with AuctionRedisUnavailable after the given time (5 s). */
  ready(timeoutMs?: number): Promise<void>;

  admit(
    c: CommandHead & { person: string; number: number; limitTiyin: number | null },
  ): Promise<ControlVerdict>;
  setLimit(c: CommandHead & { person: string; limitTiyin: number | null }): Promise<ControlVerdict>;
  /**
   * `onlyIdle`: refused with `already-bidding` when the person leads, is the reserve or has an auto-bid, with
   * `already-leading` when too few bidders would remain for the confirmed prices to count. `unlessLeading`: refused with
   * `already-leading` when that is so, or the person leads.
   * `onlyUnopened`: refused with `already-bidding` once bidding has begun.
   */
  revoke(
    c: CommandHead & {
      person: string;
      cause: 'ban' | 'withdrawn';
      onlyIdle?: boolean;
      onlyUnopened?: boolean;
      unlessLeading?: boolean;
    },
  ): Promise<ControlVerdict>;
  /** `confirmed`: the person confirmed an offer far above the suggested price. */
  place(c: BidCommandHead & { amountTiyin: number; confirmed?: boolean | undefined }): Promise<BidVerdict>;
  /**
   * Refuses an offer below every price that can still be accepted, as far as `committed` shows, and stores that as the
   * answer to its id. null: nothing was written, and `place` must judge it. Few among many others of the same turn are
   * judged with them: then the verdict is that of `place`.
   */
  refuseEarly(
    c: Pick<BidCommandHead, 'lotId' | 'person' | 'bidId'> & {
      committed: CommittedState;
      amountTiyin: number;
      confirmed?: boolean | undefined;
    },
  ): Promise<BidVerdict | null>;
  setAuto(c: BidCommandHead & { maximumTiyin: number }): Promise<BidVerdict>;
  clearAuto(c: BidCommandHead): Promise<BidVerdict>;
  /** Looks up a bid id. Unknown and sent in an earlier epoch: recorded and answered `not-placed`. null: never seen. */
  findBid(c: BidCommandHead): Promise<BidVerdict | null>;
  /** Executes what is due: opening, automatic resumption, the hammer. Safe to call from anywhere, any number of times. */
  close(c: CommandHead): Promise<CloseVerdict>;
  suspend(c: CommandHead & { reason: string }): Promise<ControlVerdict>;
  /** Resumes now, or automatically at an instant in the future; the reason is shown until then. */
  resume(c: CommandHead & { resumeAtUs?: number; reason?: string }): Promise<ControlVerdict>;
  /** Moves the deadline of a running or paused room to the given instant (never earlier than it is). */
  extend(c: CommandHead & { deadlineUs: number; reason: string }): Promise<ControlVerdict>;
  /** `unlessPriced`: refused with `already-bidding` once a price is confirmed. */
  withdraw(c: CommandHead & { reason: string; unlessPriced?: boolean }): Promise<ControlVerdict>;
  /**
   * After a stall, outage or rebuild (journal only; works while the lease is stale).
   * stall/rebuild: appends deadlineMoved; outage: appends suspended with resumeAtUs (null = wait for staff), its
   * pause counted from outageFromUs; hold: the same in every phase, for staff to resume. deadline = max(old + outage, now + overtime window or 60 s). Waiting rooms: no-op.
   */
  recover(
    c: CommandHead & {
      mode: RecoveryMode;
      outageFromUs: number;
      resumeAtUs: number | null;
    },
  ): Promise<ControlVerdict>;
  snapshot(lotId: number): Promise<LotState | null>;

  /**
   * Journal only: writes a whole lot, replacing what Redis had, and puts it on the due list; in the same step its room
   * gets back what time it lost. Rejects when Redis has it in a newer epoch.
   */
  load(state: LotState, options?: LoadOptions): Promise<void>;
  /**
   * Adds answers to ids that were accepted in earlier epochs, by `person:bidId`; null: PostgreSQL has none for this id.
   * `complete`: none is missing after these. False when the lot is in another epoch and nothing was written.
   */
  addIds(
    lotId: number,
    epoch: number,
    answers: readonly (readonly [id: string, answer: AcceptedAnswer | null])[],
    complete: boolean,
  ): Promise<boolean>;
  /** Those of these lots whose ids are not complete in Redis. */
  lotsMissingIds(lotIds: readonly number[]): Promise<number[]>;
  /** What Redis has of each of these lots, in their order. Reads only. */
  lookAtLots(lotIds: readonly number[]): Promise<LotInRedis[]>;
  /** Removes a finished lot's keys. */
  forget(lotId: number): Promise<void>;
  /** Requests that the partition's journal load a lot (just opened, or without a state in Redis). */
  want(lotId: number): Promise<void>;

  /** Journal only: commits of the partition fail with this SQLSTATE. Forgotten unless it is repeated within 15 s. */
  reportFailing(partition: number, sqlState: string): Promise<void>;
  /**
   * Journal only: takes the partition's lease as owner. `heldSinceUs`: owns it and lets no script decide, because since then
   * (PostgreSQL's time, µs) no web process can place bids.
   */
  claimLease(
    partition: number,
    c: { owner: string; pgNowUs: number; heldSinceUs?: number | null },
  ): Promise<void>;
  /** Renews; `lost` when the lease is missing or has another owner. Returns lots requested since the last call. */
  renewLease(
    partitions: number[],
    c: { owner: string; pgNowUs: number; heldSinceUs?: number | null },
  ): Promise<{ partition: number; lost: boolean; redisNowUs: number; wanted: number[] }[]>;
  /**
   * Journal only: until then (Redis's time, µs; null: no longer) every script answers `held` for this lot. False when the
   * partition's lease has another owner.
   */
  stallLot(lotId: number, c: { owner: string; untilUs: number | null }): Promise<boolean>;
  /** Blocks up to blockMs for log records after the given ids (partition → last id read, '0' = from the start). */
  readLog(
    after: Map<number, string>,
    o: { blockMs: number; limit: number },
  ): Promise<{ partition: number; record: LogRecord | ForeignRecord }[]>;
  /** The partition's log records after this id that are there now, at most `limit`. */
  readLogNow(partition: number, after: string, limit: number): Promise<(LogRecord | ForeignRecord)[]>;
  /** From now on the log is prefetched for this follower in the same write as each offer placed here. */
  followLog<Cursor extends LogCursor>(follower: LogFollower<Cursor>): void;
  /** Prefetches the partition's log for the follower now; does nothing without one. */
  prefetchLog(partition: number): void;
  /** The leases of these partitions, of all by default; on a cluster those of the servers that answer. */
  leases(partitions?: readonly number[]): Promise<PartitionLease[]>;
  trimLog(partition: number, throughLogId: string): Promise<void>;
  publishCommitted(partition: number, messages: CommittedMessage[]): Promise<void>;
  /** Blocks up to blockMs for committed messages after the given ids ('$' = from now on). */
  readCommitted(after: Map<number, string>, o: { blockMs: number }): Promise<CommittedRecord[]>;
  /** Every committed message that the partition's stream still holds, oldest first. */
  retainedCommitted(partition: number): Promise<CommittedRecord[]>;
  /** Interrupts a blocked readCommitted so that a new partition can be added. */
  interruptReadCommitted(): void;
  /** Id of the newest committed message of the partition; '0' when there is none. */
  newestCommitted(partition: number): Promise<string>;
  /** Run id of the Redis server: changes on a restart or failover. */
  serverRunId(): Promise<string>;
  /** Run id of the server that has the lot, as of its newest connection; null while that is unknown. */
  runIdOf(lotId: number): string | null;
  redisNowUs(): Promise<number>;

  /** Lots of the partition due at or before now by Redis's clock, oldest first, with the epoch in Redis. */
  due(partition: number, limit: number): Promise<{ lotId: number; epoch: number; dueAtUs: number }[]>;

  disconnect(): Promise<void>;
}

/** The auction Redis could not be reached or did not answer. */
export class AuctionRedisUnavailable extends Error {
  readonly notSent: boolean;
  constructor(message: string, notSent: boolean, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'AuctionRedisUnavailable';
    this.notSent = notSent;
  }
}
