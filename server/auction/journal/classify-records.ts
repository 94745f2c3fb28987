import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { ForeignRecord, LogRecord } from '../state/contract.ts';
import { addRecord, beginProgress, type LotProgress } from './commit-batch.ts';
import type { JournalContext } from './journal-memory.ts';
import { countEvent } from './journal-memory.ts';
import { BrokenLog, recordStatus } from './lot-head.ts';

export interface ClassifiedRecords {
  progress: LotProgress[];
  /** Committed earlier but possibly never published: published again in the log's order. */
  again: { partition: number; committed: CommittedEntry }[];
  /** Last log id seen per partition. */
  seen: Map<number, string>;
}

type Read = { partition: number; record: LogRecord | ForeignRecord }[];

/**
 * Classifies the records read from the logs: those that continue their lot's committed head, those committed already,
 * those of a past epoch or another format (dropped: never answered), and those that break the chain (the lot is marked for
 * repair and its further records are skipped). Records of a lot that waits for its load are skipped as well: the load
 * begins another epoch. `owned`: partitions whose records count.
 */
export async function classifyRecords(
  context: JournalContext,
  read: Read,
  owned: Pick<ReadonlyMap<number, unknown>, 'has'> = context.memory.partitions,
): Promise<ClassifiedRecords> {
  const { memory } = context;
  const classified: ClassifiedRecords = { progress: [], again: [], seen: new Map() };
  const progressOf = new Map<number, LotProgress>();
  await loadUnknownHeads(context, read);
  for (const { partition, record } of read) {
    if (!owned.has(partition)) continue;
    classified.seen.set(partition, record.logId);
    if (!('entry' in record)) {
      dropForeign(context, partition, record);
      continue;
    }
    const { lotId } = record.entry;
    // Not even before its epoch is raised: Redis may still have it, without the time its room lost.
    if (memory.toRepair.has(lotId) || memory.toLoad.has(lotId)) continue;
    const known = memory.lots.get(lotId);
    if (!known) continue;
    const progress = progressOf.get(lotId) ?? beginProgress(partition, known);
    const status = recordStatus(progress.after, record);
    if (status === 'other-epoch') {
      countEvent(context, 'otherEpochDropped');
    } else if (status === 'already-committed') {
      await acceptRepeat(context, progress, record, classified);
    } else if (status === 'broken-chain') {
      breakChain(context, record);
    } else if (tryToAdd(context, progress, record) && progress.records.length === 1) {
      progressOf.set(lotId, progress);
    }
  }
  classified.progress = [...progressOf.values()];
  return classified;
}

/** Reads the committed heads of lots opened since the partition was taken over, or closed before. */
async function loadUnknownHeads({ memory, connection }: JournalContext, read: Read): Promise<void> {
  const lotIds = read.flatMap(({ record }) => ('entry' in record ? [record.entry.lotId] : []));
  const unknown = new Set(lotIds.filter((id) => !memory.lots.has(id)));
  if (unknown.size === 0) return;
  for (const row of await connection.lots([...unknown])) memory.lots.set(row.lotId, row);
}

/** Its lot was loaded again in this release's format; what PostgreSQL does not have of it was never answered. */
function dropForeign(context: JournalContext, partition: number, { logId, format }: ForeignRecord): void {
  if (context.counts.otherFormatDropped === 0)
    context.log.error({ partition, logId, format }, 'the log has records in the format of another release');
  countEvent(context, 'otherFormatDropped');
}

/** A record at or below the head: the same entry is published again; a different one is a fork of the lot's log. */
async function acceptRepeat(
  context: JournalContext,
  progress: LotProgress,
  record: LogRecord,
  classified: ClassifiedRecords,
): Promise<void> {
  const { lotId, seq } = record.entry;
  if (seq > progress.before.seq) {
    const taken = progress.records.find((other) => other.entry.seq === seq);
    if (taken?.logId !== record.logId) breakChain(context, record);
    return;
  }
  const stored = await context.connection.entryAt(lotId, seq);
  if (stored?.logId !== record.logId) breakChain(context, record);
  else classified.again.push({ partition: progress.partition, committed: stored.committed });
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
    // Not retried: the lot is rebuilt from its committed log, and the entry was never answered.
    context.log.error(
      { err: error, lotId: error.lotId, seq: record.entry.seq },
      'the log holds what no rule allows',
    );
    countEvent(context, 'chainBreaks');
    context.memory.toRepair.add(error.lotId);
    return false;
  }
}
