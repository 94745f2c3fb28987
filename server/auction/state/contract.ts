import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { HammerOutcome, RefusalReason, RoomPhase } from '#shared/auction/refusals.ts';
import type { AuctionEntry, CommittedEntry, EntrySecret } from '#shared/auction/entries.ts';

/** A command names the epoch the caller knows; another epoch in Redis answers `fenced` and writes nothing. */
export interface CommandHead {
  lotId: number;
  epoch: number;
}

/** `sentEpoch` is set on repeats whose first sending may have been executed: the epoch of that sending. */
export interface BidCommandHead extends CommandHead {
  person: string;
  /** Client-made id, scoped to the person, 8–64 of [A-Za-z0-9_-]. */
  bidId: string;
  sentEpoch?: number;
}

export interface Judged {
  epoch: number;
  /** Last sequence of the lot when the verdict was made, own entries included: answer once this is committed. */
  seq: number;
  /** True when this is the first answer again. */
  repeated: boolean;
}

export type BidVerdict =
  | (Judged & {
      verdict: 'accepted';
      /** Sequence of the person's own first entry (price, autoSet or autoCleared). */
      ownSeq: number;
      atUs: number;
      /** Own price for an offer; the maximum for an auto-bid; 0 for autoCleared. */
      amountTiyin: number;
      suggestedTiyin: number;
      deadlineUs: number;
      leading: boolean;
      /** Auto-bids only: stored, but asleep because above the limit. */
      asleep: boolean;
    })
  | (Judged & {
      verdict: 'refused';
      reason: RefusalReason;
      atUs: number;
      /** The price that would pass now (below-suggested, matched, already-leading); 0 when unknown. */
      suggestedTiyin: number;
      /** limit-exceeded only, otherwise 0. */
      limitTiyin: number;
      deadlineUs: number;
    });

/** Commands that are not bids: done, or the reason why not. `seq` as in Judged. */
export type ControlVerdict =
  | (Judged & { verdict: 'done' })
  | (Judged & { verdict: 'refused'; reason: RefusalReason });

export type CloseVerdict =
  | (Judged & { verdict: 'closed'; outcome: HammerOutcome; repeatedClose: boolean })
  | (Judged & { verdict: 'not-due'; dueAtUs: number; phase: RoomPhase })
  | (Judged & { verdict: 'refused'; reason: 'fenced' | 'held' | 'unknown-lot' });

/** Whole state of a lot: what a rebuild loads into Redis, what `snapshot` returns, what folding the log gives. */
export interface LotState {
  terms: AuctionTerms;
  epoch: number;
  seq: number;
  /** Redis log id of the last entry ('' when none in this epoch): the next entry must name it as previous. */
  prevLogId: string;
  phase: RoomPhase;
  pauseCause: 'staff' | 'outage' | null;
  pausedAtUs: number | null;
  resumeAtUs: number | null;
  /** Total paused or stalled time so far, by which cap and daily stop are shifted. */
  pausedUs: number;
  deadlineUs: number;
  lastAtUs: number;
  priceTiyin: number | null;
  count: number;
  leader: string | null;
  leaderNumber: number | null;
  extensions: number;
  /** Uncancelled admissions counted at opensAt; null before. */
  participantsAtStart: number | null;
  outcome: HammerOutcome | null;
  bidders: Record<string, { number: number; limitTiyin: number | null; revoked: '' | 'ban' | 'withdrawn' }>;
  /** `order` is the sequence of the autoSet entry that set or changed it: earlier wins ties. */
  autos: Record<string, { maximumTiyin: number; salt: string; order: number; asleep: boolean }>;
  /** Answers to accepted bid ids, by `${person}:${bidId}`. */
  accepted: Record<string, { seq: number; amountTiyin: number; kind: 'price' | 'autoSet' | 'autoCleared'; atUs: number }>;
  /** Last confirmed price of somebody other than the leader. */
  reserve: { person: string; number: number; amountTiyin: number } | null;
}

/** One record of a partition's log as read back from Redis. */
export interface LogRecord {
  logId: string;
  /** Log id of this lot's previous entry in this epoch; '' for the first after a load. */
  prevLogId: string;
  entry: AuctionEntry;
  secret?: EntrySecret;
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
  message: CommittedMessage;
}

/** Number of logical partitions and where a lot lives. */
export interface Partitioning {
  count: number;
  of(lotId: number): number;
}

/**
 * The only door to the auction Redis. Implemented over Lua scripts; nobody else touches the keys.
 * A call that cannot reach Redis rejects with AuctionRedisUnavailable (outcome unknown unless `notSent` is true).
 */
export interface AuctionState {
  readonly partitions: Partitioning;

  admit(c: CommandHead & { person: string; number: number; limitTiyin: number | null }): Promise<ControlVerdict>;
  setLimit(c: CommandHead & { person: string; limitTiyin: number | null }): Promise<ControlVerdict>;
  revoke(c: CommandHead & { person: string; cause: 'ban' | 'withdrawn' }): Promise<ControlVerdict>;
  place(c: BidCommandHead & { amountTiyin: number }): Promise<BidVerdict>;
  setAuto(c: BidCommandHead & { maximumTiyin: number }): Promise<BidVerdict>;
  clearAuto(c: BidCommandHead): Promise<BidVerdict>;
  /** Looks a bid id up; absent and sent in an earlier epoch: recorded and answered `not-placed`. null: never seen. */
  findBid(c: BidCommandHead): Promise<BidVerdict | null>;
  /** Does whatever is due: opening, automatic resumption, the hammer. Anyone may call it, any number of times. */
  close(c: CommandHead): Promise<CloseVerdict>;
  suspend(c: CommandHead & { reason: string }): Promise<ControlVerdict>;
  resume(c: CommandHead): Promise<ControlVerdict>;
  /** Moves the deadline of a running or paused room to the given instant (never earlier than it is). */
  extend(c: CommandHead & { deadlineUs: number; reason: string }): Promise<ControlVerdict>;
  withdraw(c: CommandHead & { reason: string }): Promise<ControlVerdict>;
  /**
   * After a stall, outage or rebuild (journal only; works while the lease is stale).
   * stall/rebuild: appends deadlineMoved; outage: appends suspended with resumeAtUs (null = wait for staff), its
   * pause counted from outageFromUs. deadline = max(old + outage, now + overtime window or 60 s). Waiting rooms: no-op.
   */
  recover(c: CommandHead & { mode: 'stall' | 'rebuild' | 'outage'; outageFromUs: number; resumeAtUs: number | null }): Promise<ControlVerdict>;
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
  readLog(after: Map<number, string>, o: { blockMs: number; limit: number }): Promise<{ partition: number; record: LogRecord }[]>;
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

  /** This node's share of the counts of a room; expires by itself when the node dies. Returns the sum over nodes. */
  reportPresence(lotId: number, node: string, c: { viewers: number; persons: string[] }): Promise<{ viewers: number; participants: number }>;

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
