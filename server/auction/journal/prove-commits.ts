import { classifyRecords } from './classify-records.ts';
import { commitRecords } from './commit-records.ts';
import type { JournalContext } from './journal-memory.ts';

/** Most records of one partition's log in one read. */
const READ = 500;

/**
 * Proves that the entries of partitions about to be taken over can be stored: commits the first batch that waits in their
 * logs, or a probe where none waits. A lease claimed without it would let rooms go on, and end, while nothing of them can be
 * committed. Returns up to where each log is committed. Rejects as the commit does, or with AuctionRedisUnavailable.
 */
export async function proveCommits(
  context: JournalContext,
  partitions: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const committedTo = new Map(partitions.map((partition) => [partition, '0']));
  for (;;) {
    const records = await Promise.all(
      [...committedTo].map(([partition, after]) => context.state.readLogNow(partition, after, READ)),
    );
    const read = partitions.flatMap((partition, at) =>
      (records[at] ?? []).map((record) => ({ partition, record })),
    );
    if (read.length === 0) {
      await context.connection.probe(false);
      return committedTo;
    }
    const classified = await classifyRecords(context, read, committedTo);
    // Without a beat: the time lost before is not given back yet.
    await commitRecords(context, classified, 'none');
    for (const [partition, logId] of classified.seen) committedTo.set(partition, logId);
    if (classified.progress.length > 0) return committedTo;
  }
}
