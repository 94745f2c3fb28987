import type { LotFilter, LotListQuery } from '#shared/api/lots.ts';
import type { LotTab } from '#shared/states/lot-tabs.ts';
import {
  countBits,
  countBoth,
  differenceCounting,
  hasBit,
  intersectCounting,
  listOf,
  unite,
  type Bits,
} from './bits.ts';
import { Columns, type CatalogueRow } from './columns.ts';
import { findWords, hasNear, wordsOf, type Classes } from './find-words.ts';
import { KeptSets } from './kept-sets.ts';
import { hasDays, inTab, keepDays, keepPrices } from './narrow.ts';
import { ordersOf, type Among, type Order, type Orders } from './orders.ts';
import { rangesOf, type RangesOfLots } from './ranges.ts';
import { Scratch } from './scratch.ts';
import { Terms, type WordSource } from './terms.ts';
import { WordIndex } from './word-index.ts';
import type { PlaceSet } from './word-sets.ts';

/** Searches whose finds are kept. */
const FOUND_KEPT = 256;
/** So many lots are counted one by one rather than by sets of each tab. */
const FEW = 4_096;

interface LotWords {
  id: number;
  /** As stored: `~` before those outside the title. */
  words: readonly string[];
}

/** Where the copy of the lots comes from. */
export interface CatalogueSource extends WordSource {
  /** Mark of now, before anything is read: `changes` after it misses nothing that was not yet visible. */
  mark(): Promise<string>;
  /** Every lot with its words, in portions. */
  all(take: (rows: readonly CatalogueRow[], words: readonly LotWords[]) => void): Promise<void>;
  /** Lots written and lots forgotten since a mark; some may come twice. */
  changes(mark: string): Promise<{ mark: string; rows: CatalogueRow[]; removed: number[] }>;
  wordsOfLots(ids: readonly number[]): Promise<readonly LotWords[]>;
}

export interface CatalogueOptions {
  /** How old what is answered may be, ms; 0: everything committed before the question is in the answer. */
  staleMs: number;
  /** Told of lots that changed, came or went. */
  onChanged?: (ids: readonly number[]) => void;
}

/** Ids of one page, and how many there are in all. */
export interface CataloguePage {
  ids: number[];
  total: number;
}

/**
 * The list of lots in memory, never older than `staleMs`: each question looks first whether PostgreSQL has newer rows,
 * all questions of a moment in one look. PostgreSQL stays the truth.
 */
export class Catalogue {
  readonly #source: CatalogueSource;
  readonly #options: CatalogueOptions;
  readonly #terms: Terms;
  readonly #scratch = new Scratch();
  #columns = new Columns();
  #words = new WordIndex();
  #orders: Orders = ordersOf(this.#columns);
  #ranges: RangesOfLots = rangesOf(this.#columns);
  #sets = new KeptSets(this.#columns, this.#ranges.startPrice);
  #mark: string | null = null;
  #round = 0;
  /** Start of the last look that succeeded, in performance.now() terms. */
  #asOf = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  /** Lots of each tab, as of a version of the columns; what is new moves with the clock too. */
  readonly #tabs = new Map<LotTab, { version: number; at: number; bits: Bits | null }>();
  /** What was found for words, as of a version of the columns. */
  readonly #foundWords = new Map<string, Classes>();
  #foundFor = -1;

  constructor(source: CatalogueSource, options: CatalogueOptions) {
    this.#source = source;
    this.#options = options;
    this.#terms = new Terms(
      source,
      () => this.#columns,
      () => this.#words,
    );
  }

  /** Resolves when what is held is fresh enough; rejects when PostgreSQL does not answer. */
  async fresh(): Promise<void> {
    const age = performance.now() - this.#asOf;
    if (age < this.#options.staleMs) {
      // Looked ahead of time, so that hardly anyone waits; a failure is met by whoever has to wait.
      if (age > this.#options.staleMs / 2) this.#look().catch(() => undefined);
      return;
    }
    const needed = performance.now() - this.#options.staleMs;
    while (this.#asOf < needed) await this.#look();
  }

  /** Number of the last look: a body made before a lot's own last round is stale. */
  get round(): number {
    return this.#round;
  }

  /** The round that last changed a lot; 0 for one that is not known. */
  roundOf(id: number): number {
    const place = this.#columns.placeOf(id);
    return place === undefined ? 0 : (this.#columns.round[place] ?? 0);
  }

  /** Every lot that is known. */
  get ids(): number[] {
    return this.#columns.ids();
  }

  async page(query: LotListQuery, nowMs: number): Promise<CataloguePage> {
    await this.fresh();
    const words = query.q ? wordsOf(query.q) : null;
    return (
      this.#pageNow(query, words, null, nowMs) ??
      (this.#pageNow(query, words, await this.#near(words), nowMs) as CataloguePage)
    );
  }

  /** How many lots each tab has under the filters, by tab number. */
  async counts(filter: LotFilter, nowMs: number): Promise<Record<LotTab, number>> {
    await this.fresh();
    const words = filter.q ? wordsOf(filter.q) : null;
    return (
      this.#countsNow(filter, words, null, nowMs) ??
      (this.#countsNow(filter, words, await this.#near(words), nowMs) as Record<LotTab, number>)
    );
  }

  /** Auctions that run or are paused, then those that open next. */
  async active(limit: number, except: number | null, statuses: readonly number[]): Promise<number[]> {
    await this.fresh();
    this.#scratch.begin(this.#columns.size);
    const any = this.#scratch.empty();
    for (const status of statuses) {
      const having = this.#columns.having('status', status);
      if (having) unite(any, having);
    }
    const count = intersectCounting(any, this.#sets.of({ tradeType: 'auction' }, 0, null).bits);
    const more = except === null ? 0 : 1;
    const among = { bits: any, count, priced: null };
    const ids = this.#idsOf(this.#orders.soonest.slice(among, 0, limit + more, false));
    return ids.filter((id) => id !== except).slice(0, limit);
  }

  /** Lots of the "current" tab by category. */
  async countByCategory(nowMs: number): Promise<Map<number, number>> {
    await this.fresh();
    const current = this.#tab(4, nowMs) as Bits;
    const counts = [...this.#columns.valuesOf('category')].map(([id, lots]) => [
      id,
      countBoth(lots, current),
    ]);
    return new Map(counts.filter(([, count]) => count !== 0) as [number, number][]);
  }

  #look(): Promise<void> {
    this.#looking ??= this.#read().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #read(): Promise<void> {
    const startedAt = performance.now();
    if (this.#mark === null) await this.#load();
    else await this.#follow(this.#mark);
    this.#asOf = startedAt;
  }

  async #load(): Promise<void> {
    const mark = await this.#source.mark();
    const columns = new Columns();
    const index = new WordIndex();
    await this.#source.all((rows, words) => {
      rows.forEach((row) => columns.put(row, 0));
      words.forEach((lot) => index.add(columns.placeOf(lot.id) as number, lot.words));
    });
    this.#columns = columns;
    this.#words = index;
    this.#orders = ordersOf(columns);
    this.#ranges = rangesOf(columns);
    this.#sets = new KeptSets(columns, this.#ranges.startPrice);
    const everything = new Set(Array.from({ length: columns.size }, (_, place) => place));
    for (const order of this.#kept()) order.update(everything, new Set());
    this.#terms.clear();
    this.#tabs.clear();
    this.#foundWords.clear();
    this.#mark = mark;
  }

  async #follow(since: string): Promise<void> {
    const { mark, rows, removed } = await this.#source.changes(since);
    if (rows.length > 0 || removed.length > 0) {
      const forgotten = new Set(removed);
      const fresh = rows
        .map(({ id }) => id)
        .filter((id) => forgotten.has(id) || this.#columns.placeOf(id) === undefined);
      const words = fresh.length === 0 ? [] : await this.#source.wordsOfLots(fresh);
      // From here on nothing waits: a question never meets half of a change.
      const gone = new Set<number>();
      for (const id of removed) {
        const place = this.#columns.remove(id);
        if (place !== undefined) gone.add(place);
      }
      this.#round += 1;
      const moved = new Set<number>();
      const changed = new Set(
        rows.map((row) => {
          const place = this.#columns.put(row, this.#round);
          if (this.#columns.rangesMoved) moved.add(place);
          return place;
        }),
      );
      for (const lot of words) {
        const place = this.#columns.placeOf(lot.id);
        // Without one it is gone again.
        if (place !== undefined) this.#words.add(place, lot.words);
      }
      for (const order of Object.values(this.#orders)) order.update(changed, gone);
      if (moved.size > 0 || gone.size > 0)
        for (const ranges of Object.values(this.#ranges)) ranges.update(moved, gone);
      // Their words may be others now.
      if (removed.length > 0) this.#terms.clear();
      else this.#terms.published(words);
      this.#options.onChanged?.([
        ...removed,
        ...rows.flatMap(({ id, repeatsLotId }) => (repeatsLotId === null ? [id] : [id, repeatsLotId])),
      ]);
    }
    this.#mark = mark;
  }

  /** null: words written nearly like those typed have to be known first. */
  #pageNow(
    query: LotListQuery,
    words: readonly string[] | null,
    near: readonly PlaceSet[] | null,
    nowMs: number,
  ): CataloguePage | null {
    const ranked = words !== null && query.sort === undefined;
    const classes = words && this.#found(words, near, ranked);
    if (words && !classes) return null;
    const among = this.#among(query, query.i as LotTab, nowMs, classes);
    const offset = (query.page - 1) * query.size;
    const places =
      offset >= among.count
        ? []
        : classes && ranked
          ? this.#byClass(classes, among.bits, offset, query.size)
          : this.#inOrder(query, among, offset);
    return { ids: this.#idsOf(places), total: among.count };
  }

  #countsNow(
    filter: LotFilter,
    words: readonly string[] | null,
    near: readonly PlaceSet[] | null,
    nowMs: number,
  ): Record<LotTab, number> | null {
    const classes = words && this.#found(words, near, false);
    if (words && !classes) return null;
    const all = this.#among(filter, 0, nowMs, classes);
    if (all.count <= FEW) return this.#countsOf(all, nowMs);
    const of = (tab: LotTab): number => this.#among(filter, tab, nowMs, classes).count;
    return { 0: all.count, 1: of(1), 2: of(2), 3: of(3), 4: of(4) };
  }

  /** Counts a few lots one by one. */
  #countsOf({ bits, priced, count }: Among, nowMs: number): Record<LotTab, number> {
    const fresh = this.#tab(1, nowMs) as Bits;
    const { tab } = this.#columns;
    const counts = { 0: count, 1: 0, 2: 0, 3: 0, 4: 0 };
    for (const place of priced ? priced.places : listOf(bits, count)) {
      if (hasBit(fresh, place)) counts[1] += 1;
      const own = tab[place] as LotTab;
      if (own !== 0) counts[own] += 1;
    }
    return counts;
  }

  /** Lots of a tab that pass the filters and, with classes, are in the last of them, which holds all the others. */
  #among(filter: LotFilter, tab: LotTab, nowMs: number, classes: Classes | null): Among {
    const kept = this.#sets.of(filter, tab, this.#tab(tab, nowMs));
    if (!classes && !hasDays(filter)) return kept.within(filter.priceFromTiyin, filter.priceToTiyin);
    this.#scratch.begin(this.#columns.size);
    const bits = this.#scratch.copyOf(kept.bits);
    keepPrices(bits, this.#ranges, filter, this.#scratch);
    keepDays(bits, this.#ranges, filter, this.#scratch);
    const last = classes?.at(-1);
    return { bits, count: last ? intersectCounting(bits, last) : countBits(bits), priced: null };
  }

  /** Kept until a lot comes or goes: the same words are asked for again with other filters and pages. */
  #found(words: readonly string[], near: readonly PlaceSet[] | null, ranked: boolean): Classes | null {
    const key = `${ranked} ${words.join(' ')}`;
    if (this.#foundFor !== this.#columns.version) {
      this.#foundWords.clear();
      this.#foundFor = this.#columns.version;
    }
    const held = this.#foundWords.get(key);
    if (held) return held;
    const [columns, terms, scratch] = [this.#columns, this.#terms, this.#scratch];
    scratch.begin(columns.size);
    // Signs only: there is nothing to find by them.
    const classes =
      words.length === 0 ? [scratch.empty()] : findWords({ columns, terms, scratch, words, ranked, near });
    if (!classes) return null;
    const own = classes.map((set) => set.slice());
    if (this.#foundWords.size >= FOUND_KEPT)
      this.#foundWords.delete(this.#foundWords.keys().next().value as string);
    this.#foundWords.set(key, own);
    return own;
  }

  #near(words: readonly string[] | null): Promise<PlaceSet[]> {
    return Promise.all((words ?? []).map(async (word) => (hasNear(word) ? this.#terms.nearWord(word) : [])));
  }

  #tab(tab: LotTab, nowMs: number): Bits | null {
    const held = this.#tabs.get(tab);
    const { version } = this.#columns;
    // A second is near enough for what counts as new; what the others hold does not move with the clock.
    if (held && held.version === version && (tab !== 1 || Math.abs(nowMs - held.at) < 1_000))
      return held.bits;
    const bits = inTab(this.#columns, this.#ranges, tab, nowMs);
    this.#tabs.set(tab, { version, at: nowMs, bits });
    return bits;
  }

  #kept(): Order[] {
    return [...Object.values(this.#orders), ...Object.values(this.#ranges)];
  }

  #inOrder(query: LotListQuery, among: Among, offset: number): number[] {
    const own: Order = query.i >= 2 ? this.#orders.soonest : this.#orders.newest;
    const order =
      query.sort === undefined
        ? own
        : {
            soonest: this.#orders.soonest,
            newest: this.#orders.newest,
            'price-up': this.#orders.price,
            'price-down': this.#orders.price,
          }[query.sort];
    return order.slice(among, offset, query.size, query.sort === 'price-down');
  }

  /** Best class first. Each class holds those before it. */
  #byClass(classes: Classes, found: Bits, offset: number, limit: number): number[] {
    const places: number[] = [];
    let before: Bits | null = null;
    let skip = offset;
    for (const of of classes) {
      const bits = this.#scratch.empty();
      const count = differenceCounting(bits, of, found, before);
      if (skip < count)
        places.push(
          ...this.#orders.soonest.slice({ bits, count, priced: null }, skip, limit - places.length, false),
        );
      skip = Math.max(0, skip - count);
      if (places.length >= limit) break;
      before = of;
    }
    return places;
  }

  #idsOf(places: readonly number[]): number[] {
    return places.map((place) => this.#columns.id[place] as number);
  }
}
