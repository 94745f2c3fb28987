import type { Logger } from '#server/platform/logging/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import type { AuctionState, RecoveryMode } from '../state/contract.ts';
import type { JournalConnection } from './journal-connection.repository.ts';
import type { LotRow } from '../state/auction-log.repository.ts';
import type { LotProgress } from './commit-batch.ts';
import { LoadQueue, type LoadJob } from './load-queue.ts';
import type { LotHead } from './lot-head.ts';
import type { SnapshotRow } from './lot-snapshot.ts';
import type { Publisher } from './publisher.ts';
import type { CommittedTrace } from './rewind.ts';

/** Counters since the process started, for /metrics and for tests. */
export interface JournalCounts {
  committedEntries: number;
  batches: number;
  largestBatch: number;
  /** Age of the newest committed entry at its commit, ms, of the last batch. */
  lagMs: number;
  chainBreaks: number;
  otherEpochDropped: number;
  /** Records of a release that writes another format. */
  otherFormatDropped: number;
  rebuiltLots: number;
  recoveries: Record<RecoveryMode, number>;
  takeovers: number;
  /** Partitions handed over to other journals. */
  handedOver: number;
  redisLosses: number;
  databaseLosses: number;
  brokenLots: number;
  /** Lots whose entries PostgreSQL refused while it took those of others. */
  refusedLots: number;
  /** Commits that failed although PostgreSQL answered: a missing right, a full disk, a lock, a read-only server. */
  commitFailures: number;
  /** Lots of which Redis had more than PostgreSQL, and those of them held because answers may be lost. */
  rewoundLots: number;
  heldLots: number;
  /** Rebuilds and recoveries postponed because Redis's clock was wrong. */
  clocksApart: number;
  /** Times that no web process could place bids. */
  reachLosses: number;
  /** Rooms that waited for the bidders of a web process that was cut off. */
  roomStalls: number;
}

export const noCounts = (): JournalCounts => ({
  committedEntries: 0,
  batches: 0,
  largestBatch: 0,
  lagMs: 0,
  chainBreaks: 0,
  otherEpochDropped: 0,
  otherFormatDropped: 0,
  rebuiltLots: 0,
  recoveries: { stall: 0, rebuild: 0, outage: 0, hold: 0 },
  takeovers: 0,
  handedOver: 0,
  redisLosses: 0,
  databaseLosses: 0,
  brokenLots: 0,
  refusedLots: 0,
  commitFailures: 0,
  rewoundLots: 0,
  heldLots: 0,
  clocksApart: 0,
  reachLosses: 0,
  roomStalls: 0,
});

export interface OwnedPartition {
  /** Last log id read and committed; '0' = read the log from its start. */
  position: string;
  /** Last log id read; its commit may be under way. */
  readTo: string;
  /** performance.now() when a prefetch of this process last brought records, and when it was last requested. */
  broughtAt: number;
  askedAt: number;
  /** PostgreSQL's time of the last good lease, µs. */
  renewedPgUs: number;
  /** Recorded as one whose lots are still to be loaded. */
  isLoading: boolean;
}

/** A running journal's state; all of it can be restored from PostgreSQL and the logs. */
export interface JournalMemory {
  partitions: Map<number, OwnedPartition>;
  lots: Map<number, LotHead>;
  /** Number of preparations of loads so far: when it changes, the set of partitions with lots may have changed. */
  loads: number;
  /** Lots whose Redis state must be replaced from PostgreSQL before any of their records is committed again. */
  toRepair: Set<number>;
  /** Lots whose last entries PostgreSQL refused: their rooms pause, or are stopped if it refuses that as well. */
  refused: Set<number>;
  /** Lots requested to be loaded. */
  wanted: Set<number>;
  /** Lots that Redis lacks, by urgency. */
  toLoad: LoadQueue;
  /** Lots whose state in Redis goes on beyond PostgreSQL, committed through this sequence; until their load is prepared. */
  beyond: Map<number, number>;
  /** What the committed streams showed when they were first read, by partition and lot. */
  traces: Map<number, ReadonlyMap<number, CommittedTrace>>;
  /** Times (ms) of recent repairs by lot: one that breaks repeatedly is stopped for staff. */
  repairs: Map<number, number[]>;
  /** Run id of the Redis process the owned partitions were loaded into. */
  redisRunId: string;
}

export const freshMemory = (): JournalMemory => ({
  partitions: new Map(),
  lots: new Map(),
  loads: 0,
  toRepair: new Set(),
  refused: new Set(),
  wanted: new Set(),
  toLoad: new LoadQueue(),
  beyond: new Map(),
  traces: new Map(),
  repairs: new Map(),
  redisRunId: '',
});

/** Loads of prepared lots, next to the journal's own work. */
export interface Loads {
  /** Whether a lot is being loaded. */
  has(lotId: number): boolean;
  /** In the order in which they are to be loaded. */
  add(job: LoadJob): void;
  /** Since when each of the lots being loaded can confirm nothing, µs. */
  requests(): [lotId: number, lostFromUs: number][];
  /** Adds the accepted ids that Redis still misses of a lot that is loaded: a journal ended while it added them. */
  completeIds(row: Pick<LotRow, 'lotId' | 'epoch' | 'seq'>): void;
  /** Forgets loads; one in progress may still reach Redis. */
  drop(matches: (lotId: number) => boolean): void;
  /** Ends all loads; resolves when none is in progress. Never rejects. */
  stop(): Promise<void>;
}

/** Folded states of the lots with long logs, each at its lot's committed head, from which snapshots are taken. */
export interface Folds {
  /** Snapshots to be written in the transaction that continues these lots: of the heads before it. */
  due(lots: readonly LotProgress[]): SnapshotRow[];
  stored(snapshots: readonly SnapshotRow[]): void;
  /** These lots are committed. */
  committed(lots: readonly LotProgress[]): void;
  /** The lots' heads are elsewhere, or another journal continues them. */
  forget(matches: (lotId: number) => boolean): void;
}

/** Whether bids can reach the rooms: while they cannot, nothing is decided. */
interface Reach {
  readonly canBid: boolean;
  /** PostgreSQL's time since when they cannot, µs; null: they can. */
  readonly lostSinceUs: number | null;
  /** A partition just taken over while they cannot: its rooms lost the time since then, at least `silentUs`. */
  heldAtTakeover(owned: OwnedPartition, silentUs: number): void;
}

export interface JournalContext {
  state: AuctionState;
  connection: JournalConnection;
  memory: JournalMemory;
  loader: Loads;
  folds: Folds;
  reach: Reach;
  publisher: Publisher;
  counts: JournalCounts;
  log: Logger;
  metrics: Metrics | null;
}

type Event = {
  [Key in keyof JournalCounts]: JournalCounts[Key] extends number ? Key : never;
}[keyof JournalCounts];

/** Counts one event here and in /metrics, where its name is in kebab case. */
export function countEvent(context: Pick<JournalContext, 'counts' | 'metrics'>, event: Event, by = 1): void {
  context.counts[event] += by;
  context.metrics?.journalEvents.inc(
    { event: event.replace(/[A-Z]/g, (upper) => `-${upper.toLowerCase()}`) },
    by,
  );
}
