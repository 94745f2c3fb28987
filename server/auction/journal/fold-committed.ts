import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CommittedEntry } from '#shared/auction/entries.ts';
import { applyEntry, initialState } from '../rules/fold.ts';
import type { LotState } from '../state/contract.ts';
import type { LotRow } from '../state/auction-log.repository.ts';
import { BrokenLog } from './lot-head.ts';
import { stateOf, type LotSnapshot } from './lot-snapshot.ts';

/** Entries read and folded at once: the process does nothing else meanwhile, about 3 ms. */
const PAGE = 500;

export interface EntryReader {
  entries(lotId: number, afterSeq: number, throughSeq: number, limit: number): Promise<CommittedEntry[]>;
}

export type FoldTarget = Pick<LotRow, 'lotId' | 'epoch' | 'seq' | 'headHash' | 'terms' | 'termsHash'>;

/** A snapshot does not lead to the lot's head: the log decides. */
export class SnapshotMismatch extends Error {}

/**
 * Folds a lot's committed log up to `row.seq`. Ids accepted in its first pages up to `idsAfterSeq` are left out: hundreds of
 * thousands would be gone through in one go. Throws BrokenLog when the log does not lead to that head.
 */
export async function foldLog(reader: EntryReader, row: FoldTarget, idsAfterSeq = 0): Promise<LotState> {
  const state = initialState(row.terms, row.epoch);
  return foldOn(reader, row, state, row.termsHash, idsAfterSeq);
}

/**
 * The same from a snapshot, whose state lacks the ids accepted before it. Throws SnapshotMismatch, then the log has to be
 * folded from its beginning.
 */
export async function foldFromSnapshot(
  reader: EntryReader,
  row: FoldTarget,
  snapshot: LotSnapshot,
): Promise<LotState> {
  const state = stateOf(snapshot, row);
  if (!state) throw new SnapshotMismatch(`the snapshot of lot ${row.lotId} cannot be used`);
  const [at] = await reader.entries(row.lotId, state.seq - 1, state.seq, 1);
  if (at?.entry.seq !== state.seq || at.hash !== snapshot.headHash)
    throw new SnapshotMismatch(`the snapshot of lot ${row.lotId} is of another log`);
  try {
    return await foldOn(reader, row, state, snapshot.headHash);
  } catch (error) {
    // Retried by the caller without the snapshot.
    if (!(error instanceof BrokenLog)) throw error;
    throw new SnapshotMismatch(error.message, { cause: error });
  }
}

async function foldOn(
  reader: EntryReader,
  row: FoldTarget,
  state: LotState,
  startHash: string,
  idsAfterSeq = 0,
): Promise<LotState> {
  let hash = startHash;
  while (state.seq < row.seq) {
    const page = await reader.entries(row.lotId, state.seq, row.seq, PAGE);
    if (page.length === 0) throw new BrokenLog(row.lotId, `entry ${state.seq + 1} is missing`);
    for (const committed of page) {
      follow(state, row.lotId, committed);
      hash = committed.hash;
    }
    if (state.seq <= idsAfterSeq) state.accepted = {};
    if (state.seq < row.seq) await nextTurn();
  }
  if (state.seq !== row.seq || hash !== row.headHash)
    throw new BrokenLog(row.lotId, `the log ends at ${state.seq}, the lot's head is ${row.seq}`);
  return state;
}

function follow(state: LotState, lotId: number, { entry, secret }: CommittedEntry): void {
  if (entry.lotId !== lotId || entry.seq !== state.seq + 1)
    throw new BrokenLog(lotId, `entry ${entry.seq} of lot ${entry.lotId} follows entry ${state.seq}`);
  if (entry.kind === 'price' && entry.amountTiyin <= (state.priceTiyin ?? 0))
    throw new BrokenLog(lotId, `the price of entry ${entry.seq} does not rise`);
  applyEntry(state, entry, secret);
}

/**
 * The state to be loaded: folded from the snapshot if there is one that fits (`fromSeq`: ids accepted up to it are
 * missing), otherwise from the log alone (`fromSeq` 0), with `idsAfterSeq` as in `foldLog`. Throws BrokenLog when the log does not lead to the lot's row.
 */
export async function foldCommitted(
  reader: EntryReader,
  row: LotRow,
  snapshot: LotSnapshot | null = null,
  o: { onMismatch?: (problem: SnapshotMismatch) => void; idsAfterSeq?: number } = {},
): Promise<{ state: LotState; fromSeq: number }> {
  let [folded, fromSeq]: [LotState | null, number] = [null, 0];
  if (snapshot) {
    try {
      folded = check(await foldFromSnapshot(reader, row, snapshot), row);
      fromSeq = snapshot.seq;
    } catch (error) {
      if (!(error instanceof SnapshotMismatch) && !(error instanceof BrokenLog)) throw error;
      o.onMismatch?.(error instanceof SnapshotMismatch ? error : new SnapshotMismatch(error.message));
    }
  }
  folded ??= check(await foldLog(reader, row, o.idsAfterSeq), row);
  return { state: { ...folded, epoch: row.epoch, prevLogId: '' }, fromSeq };
}

function check(state: LotState, row: LotRow): LotState {
  const same =
    state.phase === row.phase && state.priceTiyin === row.priceTiyin && state.deadlineUs === row.deadlineUs;
  if (!same)
    throw new BrokenLog(row.lotId, 'the log leads to another phase, price or deadline than the lot shows');
  return state;
}
