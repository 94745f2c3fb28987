import type { CatalogueRow } from './columns.ts';
import { ChangeLog } from './change-log.ts';
import { Copy, type LotWords } from './copy.ts';
import type { OlderSource } from './older-lots.repository.ts';
import type { WordSource } from './word-cache.ts';

/** The database as the catalogue reads it. */
export interface CatalogueSource extends WordSource {
  /** The current mark, to be taken before anything is read: `changes` since it includes all that was not yet visible. */
  mark(): Promise<string>;
  /** Every lot that did not end before an instant (ms; null: any) with its words, in batches. */
  all(
    before: number | null,
    take: (rows: readonly CatalogueRow[], words: readonly LotWords[]) => void,
  ): Promise<void>;
  /** Lots written and lots removed since a mark; some may be repeated. */
  changes(mark: string): Promise<{ mark: string; rows: CatalogueRow[]; removed: number[] }>;
  wordsOfLots(ids: readonly number[]): Promise<readonly LotWords[]>;
  older: OlderSource;
}

interface FollowOptions {
  /** Maximum age of the copy, ms; 0: it includes everything committed before it is asked for. */
  staleMs: number;
  /** So many lots that ended last are held in memory. */
  endedHeld: number;
  /** Called when another copy is in use: nothing of the one before is valid. */
  onTaken: () => void;
  onFollowed: (change: Followed) => void;
}

/** What a refresh changed. */
export interface Followed {
  /** Lots that were written or removed, and those that they repeat. */
  ids: readonly number[];
  /** Lots that came, with their words. */
  come: readonly LotWords[];
  /** Did lots leave the copy? */
  isLess: boolean;
  /** Did lots change that the copy does not hold? */
  isOfOlder: boolean;
}

/** A copy with the mark since which changes have to be applied to it. */
interface MarkedCopy {
  copy: Copy;
  mark: string;
}

/** A copy is made again when this part of what it is to hold has ended since. */
const OVERFULL = 1 / 4;

/** The copy of the lots as PostgreSQL has them: read once, then followed change by change. */
export class FollowedLots {
  readonly #source: CatalogueSource;
  readonly #options: FollowOptions;
  copy = new Copy(null, 0);
  /** Recent changes, for updating cached lists. */
  log = new ChangeLog();
  /** Number of the last refresh. */
  round = 0;
  #mark: string | null = null;
  /** A copy that holds less, made beside the requests, until the next refresh takes it. */
  #next: MarkedCopy | null = null;
  #making = false;
  /** Start of the last successful refresh, by performance.now(). */
  #asOf = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;

  constructor(source: CatalogueSource, options: FollowOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Resolves when the copy is fresh enough; rejects when PostgreSQL does not answer. */
  async fresh(): Promise<void> {
    const age = performance.now() - this.#asOf;
    if (age < this.#options.staleMs) {
      // Refreshed early, so that few queries wait; a query that does wait gets the failure.
      if (age > this.#options.staleMs / 2) this.#look().catch(() => undefined);
      return;
    }
    const needed = performance.now() - this.#options.staleMs;
    while (this.#asOf < needed) await this.#look();
  }

  #look(): Promise<void> {
    this.#looking ??= this.#read().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #read(): Promise<void> {
    const startedAt = performance.now();
    if (this.#mark === null) this.#take(await this.#make());
    else {
      if (this.#next) this.#take(this.#next);
      await this.#follow(this.#mark);
    }
    this.#asOf = startedAt;
  }

  /** Reads a copy of the lots that are to be held now. */
  async #make(): Promise<MarkedCopy> {
    const mark = await this.#source.mark();
    const copy = new Copy(await this.#source.older.horizon(this.#options.endedHeld), Date.now());
    await this.#source.all(copy.before, (rows, words) => {
      for (const row of rows) copy.put(row, 0);
      copy.addWords(words);
    });
    await copy.sort();
    return { copy, mark };
  }

  #take({ copy, mark }: MarkedCopy): void {
    this.#next = null;
    // JSON that is being written may be of rows as they were before those of this copy were read.
    this.round += 1;
    copy.columns.round.fill(this.round, 0, copy.columns.size);
    this.copy = copy;
    this.log = new ChangeLog();
    this.#options.onTaken();
    this.#mark = mark;
  }

  /** Makes a copy with what ended last alone, once far more than that has ended. */
  #makeSmaller(): void {
    if (this.#making || this.#next || this.copy.ended <= this.#options.endedHeld * OVERFULL) return;
    this.#making = true;
    this.#make()
      .then((next) => {
        this.#next = next;
      })
      // The present copy goes on; the next refresh tries again.
      .catch(() => undefined)
      .finally(() => {
        this.#making = false;
      });
  }

  async #follow(since: string): Promise<void> {
    const { mark, rows, removed } = await this.#source.changes(since);
    if (rows.length > 0 || removed.length > 0) {
      const copy = this.copy;
      const held = rows.filter((row) => !copy.isOlder(row));
      const forgotten = new Set(removed);
      const fresh = held
        .map(({ id }) => id)
        .filter((id) => forgotten.has(id) || copy.columns.placeOf(id) === undefined);
      const words = fresh.length === 0 ? [] : await this.#source.wordsOfLots(fresh);
      // No await from here on: a query never sees half of a change.
      const older = rows.filter((row) => copy.isOlder(row)).map(({ id }) => id);
      const gone = new Set<number>();
      // Published so long ago and new here: it was one of them until now.
      let isOfOlder =
        older.length > 0 ||
        held.some(
          ({ id, publishedAtMs }) =>
            copy.columns.placeOf(id) === undefined && publishedAtMs < (copy.before ?? -Infinity),
        );
      for (const id of [...removed, ...older]) {
        const place = copy.columns.remove(id);
        if (place !== undefined) gone.add(place);
        else isOfOlder = true;
      }
      this.round += 1;
      const moved = new Set<number>();
      const changed = new Set(
        held.map((row) => {
          const place = copy.put(row, this.round);
          if (copy.columns.rangesMoved) moved.add(place);
          return place;
        }),
      );
      copy.addWords(words);
      for (const order of Object.values(copy.orders)) order.update(changed, gone);
      if (moved.size > 0 || gone.size > 0)
        for (const ranges of Object.values(copy.ranges)) ranges.update(moved, gone);
      this.log.add(changed);
      this.log.add(gone);
      this.#options.onFollowed({
        ids: [
          ...removed,
          ...rows.flatMap(({ id, repeatsLotId }) => (repeatsLotId === null ? [id] : [id, repeatsLotId])),
        ],
        come: words,
        isLess: gone.size > 0,
        isOfOlder,
      });
    }
    this.#mark = mark;
    this.#makeSmaller();
  }
}
