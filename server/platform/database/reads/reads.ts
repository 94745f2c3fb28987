import { ReadScope, type PrimaryCause } from './read-scope.ts';
import type { ReplicaWatch } from './replica-watch.ts';

/** Beyond the bound: what clocks and the way of an answer may take. */
const OWN_WRITE_MARGIN_MS = 5_000;

export type ReadCounts = Readonly<Record<'replica' | PrimaryCause, number>>;

/** Reads that may show a state that is some seconds old, from a replica where there is one. */
export interface Reads {
  /** Seconds for which a person who has changed something reads the primary; null: there is no replica. */
  readonly ownWriteSeconds: number | null;
  /**
   * Work that only reads and may lag. Without a replica, or while it is too old, it reads the primary.
   * @param afterOwnWrite the person has changed something a moment ago: the primary is read
   */
  begin(asked?: { afterOwnWrite?: boolean }): ReadScope;
  /** Starts measuring; until then the primary is read. */
  start(): void;
  /** Milliseconds since the instant for which the replica is true; null: there is none, or it was never measured. */
  stalenessMs(): number | null;
  /** Why the replica is not read; null: it is, or there is none, or this process has not started to measure it. */
  problem(): string | null;
  /** null: there is no replica, or this process has not started to measure it. */
  usable(): boolean | null;
  /** Queries of such work by where they were read; null: there is no replica. */
  counts(): ReadCounts | null;
}

/** All of it read from the primary. */
export const PRIMARY_READS: Reads = {
  ownWriteSeconds: null,
  begin: () => new ReadScope('not-usable'),
  start: () => undefined,
  stalenessMs: () => null,
  problem: () => null,
  usable: () => null,
  counts: () => null,
};

export function readsOf(watch: ReplicaWatch, maxStalenessMs: number, counts: ReadCounts): Reads {
  return {
    ownWriteSeconds: Math.ceil((maxStalenessMs + OWN_WRITE_MARGIN_MS) / 1_000),
    begin: ({ afterOwnWrite = false } = {}) => new ReadScope(afterOwnWrite ? 'own-write' : null),
    start: () => watch.start(),
    stalenessMs: () => watch.stalenessMs(),
    problem: () => (watch.started ? watch.problem() : null),
    usable: () => (watch.started ? watch.problem() === null : null),
    counts: () => counts,
  };
}
