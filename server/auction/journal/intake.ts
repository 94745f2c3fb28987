import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { LogRecord } from '../state/contract.ts';
import { acceptForks } from './broken-on-purpose.ts';
import { addRecord, beginProgress, type LotProgress } from './commit-batch.ts';
import type { JournalContext } from './journal-memory.ts';
import { countEvent } from './journal-memory.ts';
import { BrokenLog, headOf, standingOf } from './lot-head.ts';

export interface Intake {
  progress: LotProgress[];
  /** Committed earlier, but possibly never published: published again in the log's order. */
  again: { partition: number; committed: CommittedEntry }[];
  /** Last log id seen per partition. */
  seen: Map<number, string>;
}

type Read = { partition: number; record: LogRecord }[];

/**
 * Sorts what was read from the logs: what continues its lot's committed head, what is committed already, what belongs
 * to an epoch that is over (dropped: it was never answered), and what breaks its chain (the lot is put up for repair
 * and nothing more of it is taken).
 */
export async function sortIntake(context: JournalContext, read: Read): Promise<Intake> {
  const { memory } = context;
  const intake: Intake = { progress: [], again: [], seen: new Map() };
  const progressOf = new Map<number, LotProgress>();
  await meetUnknownLots(context, read);
  for (const { partition, record } of read) {
    if (!memory.partitions.has(partition)) continue;
    intake.seen.set(partition, record.logId);
    const { lotId } = record.entry;
    if (memory.toRepair.has(lotId)) continue;
    const known = memory.lots.get(lotId);
    if (!known) continue;
    const progress = progressOf.get(lotId) ?? beginProgress(partition, known);
    const accepted = context.broken ? acceptForks(context.broken, progress.after, record) : record;
    const standing = standingOf(progress.after, accepted, context.broken === 'epoch-unchecked');
    if (standing === 'other-epoch') {
      countEvent(context, 'otherEpochDropped');
    } else if (standing === 'already-committed') {
      await takeAgain(context, progress, record, intake);
    } else if (standing === 'broken-chain') {
      breakChain(context, record);
    } else if (tryToAdd(context, progress, accepted) && progress.records.length === 1) {
      progressOf.set(lotId, progress);
    }
  }
  intake.progress = [...progressOf.values()];
  return intake;
}

/** Lots opened since the partition was taken, or closed before: their committed heads are read. */
async function meetUnknownLots({ memory, connection }: JournalContext, read: Read): Promise<void> {
  const unknown = new Set(read.map(({ record }) => record.entry.lotId).filter((id) => !memory.lots.has(id)));
  if (unknown.size === 0) return;
  for (const row of await connection.lots([...unknown])) memory.lots.set(row.lotId, headOf(row));
}

/** A record the head is already past: the very same entry is published again, any other is a second history of the lot. */
async function takeAgain(
  context: JournalContext,
  progress: LotProgress,
  record: LogRecord,
  intake: Intake,
): Promise<void> {
  const { lotId, seq } = record.entry;
  if (seq > progress.before.seq) {
    const taken = progress.records.find((other) => other.entry.seq === seq);
    if (taken?.logId !== record.logId) breakChain(context, record);
    return;
  }
  const stored = await context.connection.entryAt(lotId, seq);
  if (stored?.logId !== record.logId) breakChain(context, record);
  else intake.again.push({ partition: progress.partition, committed: stored.committed });
}

function breakChain(context: JournalContext, record: LogRecord): void {
  const { lotId, seq, epoch } = record.entry;
  countEvent(context, 'chainBreaks');
  context.log.warn(
    { lotId, seq, epoch, logId: record.logId },
    'the log does not continue the committed chain',
  );
  context.memory.toRepair.add(lotId);
}

function tryToAdd(context: JournalContext, progress: LotProgress, record: LogRecord): boolean {
  try {
    addRecord(progress, record);
    return true;
  } catch (error) {
    if (!(error instanceof BrokenLog)) throw error;
    // Not retried as it is: the lot is rebuilt from what is committed, and the entry was never answered.
    context.log.error(
      { err: error, lotId: error.lotId, seq: record.entry.seq },
      'the log holds what no rule allows',
    );
    countEvent(context, 'chainBreaks');
    context.memory.toRepair.add(error.lotId);
    return false;
  }
}
