import { canonicalEntry, chainHashOf } from '../rules/canonical.ts';
import type { CommittedEntry, EntryKind } from '#shared/auction/entries.ts';
import type { LogRecord } from '../state/contract.ts';
import { advance, type LotHead } from './lot-head.ts';
import type { SnapshotRow } from './lot-snapshot.ts';

/** What one commit writes: the arguments of `auction_commit`, as JSON text. */
export interface CommitBatch {
  heads: string;
  entries: string;
  /** The hammers, which also write an outbox row, and entries that begin or end an interruption. */
  notable: string;
  /** The arguments of `auction_save_snapshots`, written in the same transaction. */
  snapshots: string;
}

export const EMPTY_BATCH: CommitBatch = { heads: '[]', entries: '[]', notable: '[]', snapshots: '[]' };

const NOTABLE: ReadonlySet<EntryKind> = new Set(['closed', 'suspended', 'resumed', 'deadlineMoved']);

/** The new entries of one lot in a batch and the head they lead to. */
export interface LotProgress {
  partition: number;
  before: LotHead;
  after: LotHead;
  records: LogRecord[];
  /** Canonical JSON of each entry: hashed and written as it is. */
  texts: string[];
  committed: CommittedEntry[];
}

export const beginProgress = (partition: number, head: LotHead): LotProgress => ({
  partition,
  before: head,
  after: { ...head },
  records: [],
  texts: [],
  committed: [],
});

/** Adds the next record of the lot; when `advance` throws BrokenLog, nothing is changed. */
export function addRecord(progress: LotProgress, record: LogRecord): void {
  const text = canonicalEntry(record.entry);
  const hash = chainHashOf(progress.after.headHash, text);
  advance(progress.after, record, hash);
  progress.records.push(record);
  progress.texts.push(text);
  progress.committed.push({
    entry: record.entry,
    hash,
    ...(record.secret ? { secret: record.secret } : {}),
  });
}

/** The JSON of a batch; column names are those of `auction_commit`. */
export function toBatch(lots: readonly LotProgress[], snapshots: readonly SnapshotRow[] = []): CommitBatch {
  const heads = lots.map(({ before, after }) => ({
    lot_id: after.lotId,
    epoch: before.epoch,
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
  const entries: string[] = [];
  const notable: string[] = [];
  for (const { records, texts, committed } of lots) {
    for (const [i, record] of records.entries()) {
      const [text, hash] = [texts[i] ?? '', committed[i]?.hash ?? ''];
      entries.push(rowOf(record, text, hash));
      if (NOTABLE.has(record.entry.kind)) notable.push(`{"entry":${text},"hash":"${hash}"}`);
    }
  }
  return {
    heads: JSON.stringify(heads),
    entries: `[${entries.join(',')}]`,
    notable: `[${notable.join(',')}]`,
    snapshots: JSON.stringify(snapshots.map(snapshotRow)),
  };
}

/** Column names of `auction_save_snapshots`; `state` null removes the lot's. */
function snapshotRow(snapshot: SnapshotRow): Record<string, unknown> {
  if (snapshot.state === null) return { lot_id: snapshot.lotId, state: null };
  const { lotId, foldVersion, epoch, seq, headHash, state, digest } = snapshot;
  return { lot_id: lotId, fold_version: foldVersion, epoch, seq, head_hash: headHash, state, digest };
}

/** One row of the log; ids and hashes need no escaping. */
function rowOf({ logId, prevLogId, entry, secret }: LogRecord, text: string, hash: string): string {
  const head = `{"lot_id":${entry.lotId},"seq":${entry.seq},"epoch":${entry.epoch},"hash":"${hash}"`;
  const log = `"log_id":"${logId}","prev_log_id":"${prevLogId}","entry":${text}`;
  if (!secret) return `${head},${log}}`;
  return `${head},${log},"maximum":${secret.maximumTiyin},"salt":${JSON.stringify(secret.salt)}}`;
}
