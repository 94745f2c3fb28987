import type { CommittedMessage } from '../state/contract.ts';
import { EMPTY_BATCH, toBatch, type LotProgress } from './commit-batch.ts';
import type { ClassifiedRecords } from './classify-records.ts';
import { RefusedByDatabase, StaleWriter } from './journal-connection.repository.ts';
import { countEvent, type JournalContext } from './journal-memory.ts';
import { refuseLot } from './stop-lot.ts';

/**
 * What a commit is to prove, for the lease that it renews. `none`: no lease. `commit`: a commit, an empty one where nothing
 * waits. `probe`: where nothing waits, that entries could be stored.
 */
export type Proof = 'none' | 'commit' | 'probe';

/**
 * Commits the records that continue their lots in one transaction and passes them to the publisher. Lots whose head in
 * PostgreSQL differs are marked for repair, those whose rows PostgreSQL refuses are paused or stopped; the others are
 * committed without them. Returns PostgreSQL's time in µs, null when no statement was sent.
 */
export async function commitRecords(
  context: JournalContext,
  classified: ClassifiedRecords,
  proof: Proof,
): Promise<number | null> {
  const startedAt = performance.now();
  const { lots, nowUs } = await commitLots(context, classified.progress, proof);
  for (const { partition, committed } of classified.again) {
    const { lotId, epoch } = committed.entry;
    context.publisher.add(partition, [{ type: 'entries', lotId, epoch, entries: [committed] }], '');
  }
  adopt(context, lots, classified.seen);
  context.folds.committed(lots);
  if (lots.length > 0) measure(context, lots, performance.now() - startedAt);
  return nowUs;
}

interface Done {
  lots: LotProgress[];
  nowUs: number | null;
}

async function commitLots(context: JournalContext, lots: LotProgress[], proof: Proof): Promise<Done> {
  const { connection } = context;
  if (lots.length === 0 && proof === 'none') return { lots, nowUs: null };
  if (lots.length === 0 && proof === 'probe')
    return { lots, nowUs: await connection.probe(context.reach.canBid) };
  try {
    const snapshots = context.folds.due(lots);
    const batch = lots.length === 0 ? EMPTY_BATCH : toBatch(lots, snapshots);
    // Without a beat the journal that follows gives the time back in which no bid could reach the rooms.
    const nowUs = await connection.commit(batch, proof !== 'none' && context.reach.canBid);
    context.folds.stored(snapshots);
    return { lots, nowUs };
  } catch (error) {
    // Retried without the lots concerned; any other error ends the session and is rethrown.
    if (error instanceof StaleWriter) {
      const named = lots.filter(({ after }) => error.lotIds.includes(after.lotId));
      return commitWithout(context, lots, named.length > 0 ? named : lots, proof, error);
    }
    const [one, ...others] = lots;
    if (!(error instanceof RefusedByDatabase) || !one) throw error;
    if (others.length === 0) {
      // Where a probe is refused too, it is not this lot's fault, and nothing can be committed.
      await connection.probe(false);
      await refuseLot(context, one, error);
      return commitLots(context, [], proof);
    }
    // PostgreSQL does not say which lot it refuses: halves are committed until it is isolated.
    const middle = Math.ceil(lots.length / 2);
    const first = await commitLots(context, lots.slice(0, middle), 'none');
    const second = await commitLots(context, lots.slice(middle), proof);
    return { lots: [...first.lots, ...second.lots], nowUs: second.nowUs };
  }
}

/** Lots that were continued elsewhere are rebuilt in a new epoch: none of their records in this batch was answered. */
async function commitWithout(
  context: JournalContext,
  lots: LotProgress[],
  stale: readonly LotProgress[],
  proof: Proof,
  error: StaleWriter,
): Promise<Done> {
  for (const { after } of stale) {
    context.log.error(
      { err: error, lotId: after.lotId, seq: after.seq },
      'PostgreSQL refuses to continue a lot',
    );
    context.memory.lots.delete(after.lotId);
    context.memory.toRepair.add(after.lotId);
    context.folds.forget((lotId) => lotId === after.lotId);
  }
  const others = lots.filter((lot) => !stale.includes(lot));
  return commitLots(context, others, proof);
}

/** The committed records become the new heads, are queued for the feed, and advance the log's position. */
function adopt(
  { memory, publisher }: JournalContext,
  lots: readonly LotProgress[],
  seen: Map<number, string>,
): void {
  const messages = new Map<number, CommittedMessage[]>();
  for (const { partition, after, committed } of lots) {
    memory.refused.delete(after.lotId);
    if (after.phase === 'closed') memory.lots.delete(after.lotId);
    else memory.lots.set(after.lotId, after);
    const { lotId, epoch } = after;
    messages.set(partition, [
      ...(messages.get(partition) ?? []),
      { type: 'entries', lotId, epoch, entries: committed },
    ]);
  }
  for (const [partition, list] of messages) publisher.add(partition, list, seen.get(partition) ?? '');
  for (const [partition, logId] of seen) {
    const owned = memory.partitions.get(partition);
    if (owned) owned.position = logId;
    if (!messages.has(partition)) publisher.add(partition, [], logId);
  }
}

function measure(context: JournalContext, lots: readonly LotProgress[], tookMs: number): void {
  const { counts, metrics } = context;
  const entries = lots.reduce((sum, lot) => sum + lot.committed.length, 0);
  const oldestUs = Math.min(...lots.map((lot) => lot.committed[0]?.entry.atUs ?? Infinity));
  counts.lagMs = Math.max(0, Date.now() - oldestUs / 1000);
  counts.batches += 1;
  counts.largestBatch = Math.max(counts.largestBatch, entries);
  countEvent(context, 'committedEntries', entries);
  metrics?.journalCommitSeconds.observe(tookMs / 1000);
  metrics?.journalBatchEntries.observe(entries);
  metrics?.journalLagSeconds.set(counts.lagMs / 1000);
}
