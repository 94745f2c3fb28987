import type { RecoveryMode } from '../state/contract.ts';
import { perServer } from '../state/per-server.ts';
import { startJournal, type Journal, type JournalOptions } from './start-journal.ts';
import { noCounts, type JournalCounts } from './journal-memory.ts';
import type { CommittedListener } from './publisher.ts';

/**
 * Starts a journal for each server of the auction Redis, each with a connection to PostgreSQL of its own: a single
 * one, or one for each master of a cluster. A server that fails stops its own partitions only; those of the others are
 * committed meanwhile. A partition that moves to another server is taken over there and rebuilt from PostgreSQL.
 */
export function startJournals(options: JournalOptions): Journal {
  if (!options.state.servers) return startJournal(options);
  const listeners = new Set<CommittedListener>();
  /** Including those that have ended. */
  const started: Journal[] = [];
  let ending = false;
  const allowed = options.partitions && new Set(options.partitions);
  const journals = perServer(options.state, ({ state, partitions }) => {
    const journal = startJournal({
      ...options,
      state,
      partitions: allowed ? partitions.filter((partition) => allowed.has(partition)) : partitions,
      owner: `${options.owner}.${started.length + 1}`,
    });
    journal.onCommitted((partition, messages) => {
      for (const listener of listeners) listener(partition, messages);
    });
    started.push(journal);
    // Partitions that move to another server are taken over there at once, by this process or another.
    return { ...journal, stop: () => journal.stop({ atOnce: !ending }) };
  });
  return {
    stop() {
      ending = true;
      return journals.stop();
    },
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // A cluster's state does not prefetch.
    prefetchLog: () => undefined,
    counts: () => started.map((journal) => journal.counts()).reduce(add, noCounts()),
    owned: () => journals.parts().flatMap((journal) => journal.owned()),
  };
}

function add(one: Readonly<JournalCounts>, other: Readonly<JournalCounts>): JournalCounts {
  const sum = { ...one };
  for (const key of Object.keys(other) as (keyof JournalCounts)[]) {
    if (key === 'recoveries') continue;
    sum[key] =
      key === 'largestBatch' || key === 'lagMs' ? Math.max(one[key], other[key]) : one[key] + other[key];
  }
  sum.recoveries = { ...one.recoveries };
  for (const mode of Object.keys(sum.recoveries) as RecoveryMode[])
    sum.recoveries[mode] += other.recoveries[mode];
  return sum;
}
