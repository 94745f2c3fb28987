import { createHash } from 'node:crypto';
import { FOLD_VERSION } from '../rules/fold.ts';
import type { LotState } from '../state/contract.ts';
import type { LotRow, StoredSnapshot } from '../state/auction-log.repository.ts';

/**
 * A lot's folded state is stored each time its log has grown by this many entries: a load folds at most about this many,
 * which takes about 25 ms. Lots with shorter logs have no snapshot.
 */
export const SNAPSHOT_EVERY = 2_000;

/**
 * A lot's folded state up to one committed entry: a cache of the log, which a load may use instead of the entries before.
 * It holds auto-bid maxima and is as secret as they are. Accepted bid ids are not in it.
 */
export type LotSnapshot = StoredSnapshot;

/** A snapshot to be stored with the next batch; `state` null: the lot is closed and its snapshot is removed. */
export type SnapshotRow = LotSnapshot | { lotId: number; state: null };

export function takeSnapshot(folded: LotState, headHash: string): LotSnapshot {
  const { terms, accepted: _accepted, prevLogId: _prevLogId, ...state } = folded;
  const head = { lotId: terms.lotId, foldVersion: FOLD_VERSION, epoch: folded.epoch, seq: folded.seq };
  const snapshot = { ...head, headHash, state: JSON.stringify(state) };
  return { ...snapshot, digest: digestOf(snapshot) };
}

/**
 * The state a snapshot holds, without accepted ids; null when it may not be used: of another fold version, changed, of
 * another lot, or beyond the lot's head. Whether its head is the log's is for the caller to check.
 */
export function stateOf(
  snapshot: LotSnapshot,
  row: Pick<LotRow, 'lotId' | 'seq' | 'terms'>,
): LotState | null {
  const usable =
    snapshot.foldVersion === FOLD_VERSION &&
    snapshot.lotId === row.lotId &&
    snapshot.seq >= 1 &&
    snapshot.seq <= row.seq &&
    isIntact(snapshot);
  if (!usable) return null;
  const state = JSON.parse(snapshot.state) as LotState;
  return { ...state, terms: row.terms, prevLogId: '', accepted: {} };
}

/** Whether it is as it was taken. */
export function isIntact(snapshot: LotSnapshot): boolean {
  return snapshot.digest === digestOf(snapshot);
}

function digestOf({ lotId, foldVersion, epoch, seq, headHash, state }: Omit<LotSnapshot, 'digest'>): string {
  const text = `${lotId}|${foldVersion}|${epoch}|${seq}|${headHash}|${state}`;
  return createHash('sha256').update(text).digest('hex');
}
