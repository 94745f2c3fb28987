import { chainHash } from '../rules/canonical.ts';
import type { CommittedEntry, EntryKind } from '#shared/auction/entries.ts';
import type { LogRecord } from '../state/contract.ts';
import { advance, type LotHead } from './lot-head.ts';

/** What one commit writes: the arguments of `auction_commit`, as JSON text. */
export interface CommitBatch {
  heads: string;
  entries: string;
  /** Those of the entries that also announce something, or begin or end an interruption. */
  notable: string;
}

export const EMPTY_BATCH: CommitBatch = { heads: '[]', entries: '[]', notable: '[]' };

const NOTABLE: ReadonlySet<EntryKind> = new Set([
  'closed',
  'suspended',
  'resumed',
  'admitted',
  'deadlineMoved',
]);

/** The new entries of one lot in a batch and the head they lead to. */
export interface LotProgress {
  partition: number;
  before: LotHead;
  after: LotHead;
  records: LogRecord[];
  committed: CommittedEntry[];
}

export const beginProgress = (partition: number, head: LotHead): LotProgress => ({
  partition,
  before: head,
  after: { ...head },
  records: [],
  committed: [],
});

/** Adds the next record of the lot; throws BrokenLog as `advance` does and then changes nothing. */
export function addRecord(progress: LotProgress, record: LogRecord): void {
  const hash = chainHash(progress.after.headHash, record.entry);
  progress.after = advance(progress.after, record, hash);
  progress.records.push(record);
  progress.committed.push({
    entry: record.entry,
    hash,
    ...(record.secret ? { secret: record.secret } : {}),
  });
}

/** The JSON of a batch; column names as `auction_commit` reads them. */
export function toBatch(lots: readonly LotProgress[]): CommitBatch {
  const heads = lots.map(({ before, after }) => ({
    lot_id: after.lotId,
    epoch: after.epoch,
    prev_seq: before.seq,
    seq: after.seq,
    last_log_id: after.lastLogId,
    head_hash: after.headHash,
    phase: after.phase,
    started: after.started,
    pause_cause: after.pauseCause,
    pause_reason: after.pauseReason,
    due_us: after.dueUs,
    deadline_us: after.deadlineUs,
    price_tiyin: after.priceTiyin,
    price_count: after.count,
    leader: after.leader,
    leader_number: after.leaderNumber,
    extensions: after.extensions,
    applicants: after.applicants,
    outcome: after.outcome,
    winner: after.winner,
    winner_number: after.winnerNumber,
  }));
  const entries = lots.flatMap(({ records, committed }) =>
    records.map((record, i) => ({
      lot_id: record.entry.lotId,
      seq: record.entry.seq,
      epoch: record.entry.epoch,
      log_id: record.logId,
      prev_log_id: record.prevLogId,
      hash: committed[i]?.hash,
      entry: record.entry,
      maximum: record.secret?.maximumTiyin ?? null,
      salt: record.secret?.salt ?? null,
    })),
  );
  const notable = entries
    .filter(({ entry }) => NOTABLE.has(entry.kind))
    .map(({ entry, hash }) => ({ entry, hash }));
  return { heads: JSON.stringify(heads), entries: JSON.stringify(entries), notable: JSON.stringify(notable) };
}
