import type { CatalogueRow } from './columns.ts';
import { ChangeLog } from './change-log.ts';
import { Copy, type LotWords } from './copy.ts';
import type { OlderSource } from './older-lots.repository.ts';
import type { WordSource } from './word-cache.ts';

/** Takes a batch of lots with their words. */
type TakeLots = (rows: readonly CatalogueRow[], words: readonly LotWords[]) => void;

/** The database as the catalogue reads it. */
export interface CatalogueSource extends WordSource {
  /** The current mark, to be taken before anything is read: `changes` since it includes all that was not yet visible. */
  mark(): Promise<string>;
  /** Every lot that did not end before an instant (ms; null: any) with its words, in batches. */
  all(before: number | null, take: TakeLots): Promise<void>;
  /** The same of the lots alone that ended before a later instant, `until`. */
  ended(before: number | null, until: number, take: TakeLots): Promise<void>;
  /** Lots written and lots removed since a mark; some may be repeated. */
  changes(mark: string): Promise<{ mark: string; rows: CatalogueRow[]; removed: number[] }>;
  wordsOfLots(ids: readonly number[]): Promise<readonly LotWords[]>;
  older: OlderSource;
}

interface FollowOptions {
  /** Maximum age of the copy, ms; 0: it includes everything committed before it is asked for. */
  staleMs: number;
  /** So many lots that ended last are held in memory, once `holdMore` has read them. */
  endedHeld: number;
  /** So many are read with those on trade, before anything is answered, and at each step of `holdMore`. */
  endedAtOnce: number;
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
  /** Lots that ended last it has at least. */
  ended: number;
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
  /** Lots that ended last the copy has at least, if there are as many. */
  #ended = 0;
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
    const { endedAtOnce, endedHeld } = this.#options;
    if (this.#mark === null) this.#take(await this.#make(Math.min(endedAtOnce, endedHeld)));
    else {
      if (this.#next) this.#take(this.#next);
      await this.#follow(this.#mark);
    }
    this.#asOf = startedAt;
  }

  /**
   * Reads more lots that ended, the last ones first, until as many are held as are to be. Returns whether there are more to
   * read; rejects when PostgreSQL does not answer.
   */
  async holdMore(): Promise<boolean> {
    // Between two refreshes: changes since the mark are applied to what is read here, too.
    while (this.#looking) await this.#looking.catch(() => undefined);
    let isMore = false;
    this.#looking = this.#readMore()
      .then((found) => {
        isMore = found;
      })
      .finally(() => {
        this.#looking = null;
      });
    await this.#looking;
    return isMore;
  }

  async #readMore(): Promise<boolean> {
    const { copy } = this;
    const { endedAtOnce, endedHeld } = this.#options;
    const until = copy.before;
    if (until === null || this.#ended >= endedHeld) return false;
    const ended = Math.min(this.#ended + endedAtOnce, endedHeld);
    const end = await this.#source.older.horizon(ended);
    const before = end === null ? null : Math.min(end, until);
    const more: CatalogueRow[] = [];
    const words: LotWords[] = [];
    await this.#source.ended(before, until, (someRows, someWords) => {
      more.push(...someRows);
      words.push(...someWords);
    });
    // No await from here on: a query never sees half of it.
    this.#ended = ended;
    copy.before = before;
    const endedSince = copy.ended;
    this.#change(more, words, new Set());
    // These were to be held from the beginning.
    copy.ended = endedSince;
    copy.setPriceSteps();
    this.#options.onFollowed({ ids: [], come: words, isLess: false, isOfOlder: true });
    return before !== null && ended < endedHeld;
  }

  /** Reads a copy of the lots that are to be held now. @param ended so many that ended last */
  async #make(ended: number): Promise<MarkedCopy> {
    const mark = await this.#source.mark();
    const copy = new Copy(await this.#source.older.horizon(ended), Date.now());
    await this.#source.all(copy.before, (rows, words) => {
      for (const row of rows) copy.put(row, 0);
      copy.addWords(words);
    });
    await copy.sort();
    return { copy, mark, ended };
  }

  #take({ copy, mark, ended }: MarkedCopy): void {
    this.#next = null;
    // JSON that is being written may be of rows as they were before those of this copy were read.
    this.round += 1;
    copy.columns.round.fill(this.round, 0, copy.columns.size);
    this.copy = copy;
    this.log = new ChangeLog();
    this.#options.onTaken();
    this.#mark = mark;
    this.#ended = ended;
  }

  /** Makes a copy with what ended last alone, once far more than that has ended. */
  #makeSmaller(): void {
    if (this.#making || this.#next || this.copy.ended <= this.#options.endedHeld * OVERFULL) return;
    this.#making = true;
    this.#make(this.#options.endedHeld)
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
      this.#change(held, words, gone);
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

  /** Puts rows and words into the copy. @param gone places of lots that were removed from it */
  #change(rows: readonly CatalogueRow[], words: readonly LotWords[], gone: ReadonlySet<number>): void {
    const { copy } = this;
    this.round += 1;
    const moved = new Set<number>();
    const changed = new Set(
      rows.map((row) => {
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
  }
}
