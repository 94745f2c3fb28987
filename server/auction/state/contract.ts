import type { AuctionEntry, CommittedEntry, EntrySecret } from '#shared/auction/entries.ts';
import type { LotState } from '../rules/lot-state.ts';
import type {
  BidCommandHead,
  BidVerdict,
  CloseVerdict,
  CommandHead,
  ControlVerdict,
} from '../rules/verdicts.ts';

export type { LotState } from '../rules/lot-state.ts';
export type {
  BidCommandHead,
  BidVerdict,
  CloseVerdict,
  CommandHead,
  ControlVerdict,
  Judged,
} from '../rules/verdicts.ts';

/** One record of a partition's log as read back from Redis. */
export interface LogRecord {
  logId: string;
  /** Log id of this lot's previous entry in this epoch; '' for the first after a load. */
  prevLogId: string;
  entry: AuctionEntry;
  secret?: EntrySecret;
}

/** Where a journal's reading of one partition stands. */
export interface LogCursor {
  partition: number;
  /** Id of the last record read; '0' = none yet. */
  after: string;
}

/** A journal of the same process that takes records read for it by somebody else. */
export interface LogFollower<Cursor extends LogCursor = LogCursor> {
  /** null: the partition is not its own now, or it has enough to do. */
  cursor(partition: number): Cursor | null;
  /** Records after the cursor it gave, in the log's order; some may have come to it otherwise meanwhile. */
  take(cursor: Cursor, records: LogRecord[]): void;
  /** They could not be read; the follower's own reading goes on. */
  failed(cursor: Cursor): void;
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
  /** Of committed entries: the lot, and the sequence of the last of them. */
  leadsTo?: { lotId: number; seq: number };
}

/** Number of logical partitions and where a lot lives. */
export interface Partitioning {
  count: number;
  of(lotId: number): number;
}

/** One server of a cluster, and the partitions it has now. */
export interface AuctionServer {
  /** host:port */
  name: string;
  partitions: readonly number[];
  /** The calls for these partitions, on this server alone: what befalls another does not hold them up. */
  state: AuctionState;
}

/** The servers of a Redis Cluster. Each is a Redis of its own to the journal and the clock. */
export interface AuctionServers {
  /** Those that have partitions; none before the cluster was first reached. */
  list(): readonly AuctionServer[];
  /** Called when a partition has gone to another server; returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

/**
 * The only door to the auction Redis. Implemented over Lua scripts; nobody else touches the keys.
 * A call that cannot reach Redis rejects with AuctionRedisUnavailable (outcome unknown unless `notSent` is true).
 */
export interface AuctionState {
  readonly partitions: Partitioning;
  /** Of a Redis Cluster only: the servers behind this door. */
  readonly servers?: AuctionServers;
  /** Resolves once Redis can be spoken to; rejects with AuctionRedisUnavailable after the given time (5 s). */
  ready(timeoutMs?: number): Promise<void>;

  admit(
    c: CommandHead & { person: string; number: number; limitTiyin: number | null },
  ): Promise<ControlVerdict>;
  setLimit(c: CommandHead & { person: string; limitTiyin: number | null }): Promise<ControlVerdict>;
  /**
   * `onlyIdle`: refused with `already-bidding` when the person leads, is the reserve or has an auto-bid. `unlessLeading`:
   * refused with `already-leading` when the person leads, or when too few would be left for the confirmed prices to count.
   */
  revoke(
    c: CommandHead & {
      person: string;
      cause: 'ban' | 'withdrawn';
      onlyIdle?: boolean;
      unlessLeading?: boolean;
    },
  ): Promise<ControlVerdict>;
  /** `confirmed`: the person confirmed an offer far above the suggested price. */
  place(c: BidCommandHead & { amountTiyin: number; confirmed?: boolean | undefined }): Promise<BidVerdict>;
  setAuto(c: BidCommandHead & { maximumTiyin: number }): Promise<BidVerdict>;
  clearAuto(c: BidCommandHead): Promise<BidVerdict>;
  /** Looks a bid id up; absent and sent in an earlier epoch: recorded and answered `not-placed`. null: never seen. */
  findBid(c: BidCommandHead): Promise<BidVerdict | null>;
  /** Does whatever is due: opening, automatic resumption, the hammer. Anyone may call it, any number of times. */
  close(c: CommandHead): Promise<CloseVerdict>;
  suspend(c: CommandHead & { reason: string }): Promise<ControlVerdict>;
  /** Now, or by itself at an instant still to come; the reason is shown until then. */
  resume(c: CommandHead & { resumeAtUs?: number; reason?: string }): Promise<ControlVerdict>;
  /** Moves the deadline of a running or paused room to the given instant (never earlier than it is). */
  extend(c: CommandHead & { deadlineUs: number; reason: string }): Promise<ControlVerdict>;
  withdraw(c: CommandHead & { reason: string }): Promise<ControlVerdict>;
  /**
   * After a stall, outage or rebuild (journal only; works while the lease is stale).
   * stall/rebuild: appends deadlineMoved; outage: appends suspended with resumeAtUs (null = wait for staff), its
   * pause counted from outageFromUs. deadline = max(old + outage, now + overtime window or 60 s). Waiting rooms: no-op.
   */
  recover(
    c: CommandHead & {
      mode: 'stall' | 'rebuild' | 'outage';
      outageFromUs: number;
      resumeAtUs: number | null;
    },
  ): Promise<ControlVerdict>;
  snapshot(lotId: number): Promise<LotState | null>;

  /** Journal only: writes a whole lot, replacing whatever Redis had, and puts it on the due list. */
  load(state: LotState): Promise<void>;
  /** Removes a finished lot's keys. */
  forget(lotId: number): Promise<void>;
  /** Asks the partition's journal to load a lot (lot just opened, or met no state). */
  want(lotId: number): Promise<void>;

  /** Journal only: takes the partition's lease as owner (deletes the old log only when `freshLog`). */
  claimLease(partition: number, c: { owner: string; pgNowUs: number }): Promise<void>;
  /** Renews; `lost` when the lease is missing or somebody else's. Returns lots wanted since the last call. */
  renewLease(
    partitions: number[],
    c: { owner: string; pgNowUs: number },
  ): Promise<{ partition: number; lost: boolean; redisNowUs: number; wanted: number[] }[]>;
  /** Blocks up to blockMs for log records after the given ids (partition → last id read, '0' = from the start). */
  readLog(
    after: Map<number, string>,
    o: { blockMs: number; limit: number },
  ): Promise<{ partition: number; record: LogRecord }[]>;
  /** From now on the log behind each offer placed here is read in the same write, for this one follower. */
  followLog<Cursor extends LogCursor>(follower: LogFollower<Cursor>): void;
  /** Reads the partition's log for the follower now; without one, nothing happens. */
  readBehind(partition: number): void;
  trimLog(partition: number, throughLogId: string): Promise<void>;
  publishCommitted(partition: number, messages: CommittedMessage[]): Promise<void>;
  /** Blocks up to blockMs for committed messages after the given ids ('$' = from now on). */
  readCommitted(after: Map<number, string>, o: { blockMs: number }): Promise<CommittedRecord[]>;
  /** Interrupts a blocked readCommitted so that a new partition can be added. */
  interruptReadCommitted(): void;
  /** Identity of the Redis server's life: changes on a restart or failover. */
  serverRunId(): Promise<string>;
  redisNowUs(): Promise<number>;

  /** Lots of the partition due at or before now by Redis's clock, oldest first, with the epoch in Redis. */
  due(partition: number, limit: number): Promise<{ lotId: number; epoch: number; dueAtUs: number }[]>;

  /**
   * This node's share of the counts of a room; expires by itself when the node dies. Returns the sum over nodes: of
   * `named` viewers each once, those beyond as a number.
   */
  reportPresence(
    lotId: number,
    node: string,
    c: { viewers: number; named?: string[]; persons: string[] },
  ): Promise<{ viewers: number; participants: number }>;

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
