import type { Logger } from '#server/platform/logging/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import type { AuctionState } from '../state/contract.ts';
import type { Break } from './break-switch.ts';
import type { CrashStep } from './crash-points.ts';
import type { JournalConnection } from './journal-connection.repository.ts';
import type { LotHead } from './lot-head.ts';
import type { Publisher } from './publisher.ts';

/** Counters since the process started, for /metrics and for tests. */
export interface JournalCounts {
  committedEntries: number;
  batches: number;
  largestBatch: number;
  /** Age of the newest committed entry at its commit, ms, of the last batch. */
  lagMs: number;
  chainBreaks: number;
  otherEpochDropped: number;
  rebuiltLots: number;
  recoveries: Record<'stall' | 'rebuild' | 'outage', number>;
  takeovers: number;
  redisLosses: number;
  databaseLosses: number;
  brokenLots: number;
  /** Rebuilds and recoveries put off because Redis's clock was wrong. */
  clocksApart: number;
}

export const noCounts = (): JournalCounts => ({
  committedEntries: 0,
  batches: 0,
  largestBatch: 0,
  lagMs: 0,
  chainBreaks: 0,
  otherEpochDropped: 0,
  rebuiltLots: 0,
  recoveries: { stall: 0, rebuild: 0, outage: 0 },
  takeovers: 0,
  redisLosses: 0,
  databaseLosses: 0,
  brokenLots: 0,
  clocksApart: 0,
});

export interface KeptPartition {
  /** Last log id read and committed; '0' = read the log from its start. */
  position: string;
  /** Last log id read; its commit may be under way. */
  readTo: string;
  /** performance.now() when records last came with the verdicts of this process, and when it last asked for them. */
  broughtAt: number;
  askedAt: number;
  /** PostgreSQL's time of the last good lease, µs. */
  renewedPgUs: number;
}

/** What a journal knows while it lives; all of it can be had again from PostgreSQL and the logs. */
export interface JournalMemory {
  partitions: Map<number, KeptPartition>;
  lots: Map<number, LotHead>;
  /** Lots were loaded so often: the partitions they live in may be others. */
  loads: number;
  /** Lots whose Redis state must be replaced from PostgreSQL before anything of theirs is committed again. */
  toRepair: Set<number>;
  /** Lots to be loaded because somebody asked for them. */
  wanted: Set<number>;
  /** Times (ms) of recent repairs by lot: one that keeps breaking is stopped for staff. */
  repairs: Map<number, number[]>;
  /** The life of Redis the kept partitions were loaded into. */
  redisRunId: string;
}

export const freshMemory = (): JournalMemory => ({
  partitions: new Map(),
  lots: new Map(),
  loads: 0,
  toRepair: new Set(),
  wanted: new Set(),
  repairs: new Map(),
  redisRunId: '',
});

/** Everything a step of the journal works with. */
export interface JournalContext {
  state: AuctionState;
  connection: JournalConnection;
  memory: JournalMemory;
  publisher: Publisher;
  counts: JournalCounts;
  log: Logger;
  metrics: Metrics | null;
  broken: Break | null;
  crashAt: (step: CrashStep) => void;
}

type Event = {
  [Key in keyof JournalCounts]: JournalCounts[Key] extends number ? Key : never;
}[keyof JournalCounts];

/** Counts one event here and in /metrics, where it appears in kebab case. */
export function countEvent(context: Pick<JournalContext, 'counts' | 'metrics'>, event: Event, by = 1): void {
  context.counts[event] += by;
  context.metrics?.journalEvents.inc(
    { event: event.replace(/[A-Z]/g, (upper) => `-${upper.toLowerCase()}`) },
    by,
  );
}
