import { perServer } from '../state/per-server.ts';
import { startJournal, type Journal, type JournalOptions } from './journal.ts';
import { noCounts, type JournalCounts } from './journal-memory.ts';
import type { CommittedListener } from './publisher.ts';

/**
 * Starts a journal for each server of the auction Redis, each with a connection to PostgreSQL of its own: a single
 * one, or as many as a cluster has masters. A server that dies stops its own partitions; those of the others are
 * committed meanwhile. A partition that goes to another server is taken over there, and rebuilt from PostgreSQL.
 */
export function startJournals(options: JournalOptions): Journal {
  if (!options.state.servers) return startJournal(options);
  const listeners = new Set<CommittedListener>();
  /** Also of those that are over. */
  const ever: Journal[] = [];
  const may = options.partitions && new Set(options.partitions);
  const journals = perServer(options.state, ({ state, partitions }) => {
    const journal = startJournal({
      ...options,
      state,
      partitions: may ? partitions.filter((partition) => may.has(partition)) : partitions,
      owner: `${options.owner}.${ever.length + 1}`,
    });
    journal.onCommitted((partition, messages) => {
      for (const listener of listeners) listener(partition, messages);
    });
    ever.push(journal);
    return journal;
  });
  return {
    stop: () => journals.stop(),
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // A cluster's state brings nothing along.
    readBehind: () => undefined,
    counts: () => ever.map((journal) => journal.counts()).reduce(both, noCounts()),
    kept: () => journals.parts().flatMap((journal) => journal.kept()),
  };
}

function both(one: Readonly<JournalCounts>, other: Readonly<JournalCounts>): JournalCounts {
  const sum = { ...one };
  for (const key of Object.keys(other) as (keyof JournalCounts)[]) {
    if (key === 'recoveries') continue;
    sum[key] =
      key === 'largestBatch' || key === 'lagMs' ? Math.max(one[key], other[key]) : one[key] + other[key];
  }
  const { stall, rebuild, outage } = other.recoveries;
  sum.recoveries = {
    stall: one.recoveries.stall + stall,
    rebuild: one.recoveries.rebuild + rebuild,
    outage: one.recoveries.outage + outage,
  };
  return sum;
}
