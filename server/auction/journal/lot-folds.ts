import type { CommittedEntry } from '#shared/auction/entries.ts';
import { applyEntry } from '../rules/fold.ts';
import type { LotState } from '../state/contract.ts';
import type { LotProgress } from './commit-batch.ts';
import { foldFromSnapshot, foldLog, SnapshotMismatch, type FoldTarget } from './fold-committed.ts';
import type { Folds, JournalContext } from './journal-memory.ts';
import type { LoadSource } from './load-source.repository.ts';
import type { LotHead } from './lot-head.ts';
import { SNAPSHOT_EVERY, takeSnapshot, type SnapshotRow } from './lot-snapshot.ts';

/** A fold that failed is tried again after this. */
const BACKOFF_MS = 5_000;

interface Fold {
  /** null while it is being read. */
  state: LotState | null;
  headHash: string;
  /** Sequence of the stored snapshot; 0: none. */
  storedSeq: number;
  /** Committed since the fold began to be read. */
  since: CommittedEntry[];
  /** performance.now() at which a failed read is tried again; Infinity: it has not failed. */
  readAgainAtMs: number;
}

/**
 * Folded states of the lots with long logs, each at its lot's committed head, from which snapshots are taken. A state is
 * read in the background when its lot is first seen with a long log, and follows the commits from then on.
 */
export class LotFolds implements Folds {
  readonly #log: JournalContext['log'];
  readonly #source: () => Promise<LoadSource>;
  readonly #folds = new Map<number, Fold>();
  #reading: Promise<void> = Promise.resolve();

  /** `source`: the session for reading. */
  constructor(log: JournalContext['log'], source: () => Promise<LoadSource>) {
    this.#log = log;
    this.#source = source;
  }

  due(lots: readonly LotProgress[]): SnapshotRow[] {
    return lots.flatMap(({ before, after }): SnapshotRow[] => {
      const { lotId } = before;
      if (after.phase === 'closed') return after.seq >= SNAPSHOT_EVERY ? [{ lotId, state: null }] : [];
      const fold = this.#folds.get(lotId);
      if (!fold?.state || fold.state.seq !== before.seq || fold.headHash !== before.headHash) return [];
      return before.seq - fold.storedSeq >= SNAPSHOT_EVERY ? [takeSnapshot(fold.state, fold.headHash)] : [];
    });
  }

  stored(snapshots: readonly SnapshotRow[]): void {
    for (const snapshot of snapshots) {
      const fold = this.#folds.get(snapshot.lotId);
      if (fold && snapshot.state !== null) fold.storedSeq = snapshot.seq;
    }
  }

  committed(lots: readonly LotProgress[]): void {
    for (const { before, after, committed } of lots) {
      if (after.seq < SNAPSHOT_EVERY) continue;
      const fold = this.#folds.get(after.lotId);
      if (after.phase === 'closed') this.#folds.delete(after.lotId);
      else if (!fold) this.#read(after);
      else if (fold.state === null) this.#collect(fold, after.lotId, committed);
      else if (fold.state.seq === before.seq) follow(fold, committed);
      else this.#folds.delete(after.lotId);
    }
  }

  forget(matches: (lotId: number) => boolean): void {
    for (const lotId of this.#folds.keys()) if (matches(lotId)) this.#folds.delete(lotId);
  }

  #collect(fold: Fold, lotId: number, committed: readonly CommittedEntry[]): void {
    if (fold.readAgainAtMs === Infinity) fold.since.push(...committed);
    else if (performance.now() >= fold.readAgainAtMs) this.#folds.delete(lotId);
  }

  #read({ lotId, epoch, seq, headHash }: LotHead): void {
    const fold: Fold = {
      state: null,
      headHash,
      storedSeq: 0,
      since: [],
      readAgainAtMs: Infinity,
    };
    this.#folds.set(lotId, fold);
    this.#reading = this.#reading.then(() => this.#fill(fold, { lotId, epoch, seq, headHash }));
  }

  async #fill(fold: Fold, head: Omit<FoldTarget, 'terms' | 'termsHash'>): Promise<void> {
    const { lotId } = head;
    if (this.#folds.get(lotId) !== fold) return;
    try {
      const source = await this.#source();
      const target = { ...head, ...(await source.termsOf(lotId)) };
      const snapshot = await source.snapshot(lotId);
      let state: LotState | null = null;
      if (snapshot) {
        try {
          state = await foldFromSnapshot(source, target, snapshot);
          fold.storedSeq = snapshot.seq;
        } catch (error) {
          // The whole log is folded instead, and the snapshot is replaced.
          if (!(error instanceof SnapshotMismatch)) throw error;
        }
      }
      fold.state = withoutIds(state ?? (await foldLog(source, target)));
      follow(fold, fold.since.splice(0));
    } catch (error) {
      // Retried after BACKOFF_MS at a commit: without a snapshot the next load only takes longer.
      this.#log.warn({ err: error, lotId }, 'no snapshot of a lot can be taken now');
      fold.since = [];
      fold.readAgainAtMs = performance.now() + BACKOFF_MS;
    }
  }
}

function follow(fold: Fold, committed: readonly CommittedEntry[]): void {
  if (!fold.state) return;
  for (const { entry, secret, hash } of committed) {
    applyEntry(fold.state, entry, secret);
    fold.headHash = hash;
  }
  withoutIds(fold.state);
}

/** A snapshot has no ids, and a state that is only followed needs none. */
function withoutIds(state: LotState): LotState {
  state.accepted = {};
  return state;
}
