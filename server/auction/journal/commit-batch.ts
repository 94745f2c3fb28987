import { canonicalEntry, chainHashOf } from '../rules/canonical.ts';
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

/** Adds the next record of the lot; throws BrokenLog as `advance` does and then changes nothing. */
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
  };
}

/** One row of the log; ids and hashes need no escaping. */
function rowOf({ logId, prevLogId, entry, secret }: LogRecord, text: string, hash: string): string {
  const head = `{"lot_id":${entry.lotId},"seq":${entry.seq},"epoch":${entry.epoch},"hash":"${hash}"`;
  const log = `"log_id":"${logId}","prev_log_id":"${prevLogId}","entry":${text}`;
  if (!secret) return `${head},${log}}`;
  return `${head},${log},"maximum":${secret.maximumTiyin},"salt":${JSON.stringify(secret.salt)}}`;
}
