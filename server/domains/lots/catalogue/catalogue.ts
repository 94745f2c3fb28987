import type { LotFilter, LotListQuery } from '#shared/api/lots.ts';
import type { LotTab } from '#shared/states/lot-tabs.ts';
import { bitsFor, countBits, countBoth, intersect, subtract, unite, type Bits } from './bits.ts';
import { Columns, type CatalogueRow } from './columns.ts';
import { findWords, wordsOf, type Classes } from './find-words.ts';
import { filtered, inTab } from './narrow.ts';
import { ordersOf, type Order, type Orders } from './orders.ts';
import { rangesOf, type RangesOfLots } from './ranges.ts';
import { Terms, type WordSource } from './terms.ts';

/** Where the copy of the lots comes from. */
export interface CatalogueSource extends WordSource {
  /** Mark of now, before anything is read: `changes` after it misses nothing that was not yet visible. */
  mark(): Promise<string>;
  /** Every lot, in portions. */
  all(take: (rows: readonly CatalogueRow[]) => void): Promise<void>;
  /** Lots written and lots forgotten since a mark; some may come twice. */
  changes(mark: string): Promise<{ mark: string; rows: CatalogueRow[]; removed: number[] }>;
  wordsOfLots(ids: readonly number[]): Promise<{ id: number; words: string[] }[]>;
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
 * all questions of a moment in one look. PostgreSQL stays the truth, and the one that finds words.
 */
export class Catalogue {
  readonly #source: CatalogueSource;
  readonly #options: CatalogueOptions;
  readonly #terms: Terms;
  #columns = new Columns();
  #orders: Orders = ordersOf(this.#columns);
  #ranges: RangesOfLots = rangesOf(this.#columns);
  #mark: string | null = null;
  #round = 0;
  /** Start of the last look that succeeded, in performance.now() terms. */
  #asOf = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  /** Lots of each tab, as of a round; what is new moves with the clock too. */
  readonly #tabs = new Map<LotTab, { round: number; at: number; bits: Bits | null }>();

  constructor(source: CatalogueSource, options: CatalogueOptions) {
    this.#source = source;
    this.#options = options;
    this.#terms = new Terms(source, () => this.#columns);
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

  async page(query: LotListQuery, nowMs: number): Promise<CataloguePage> {
    await this.fresh();
    const classes = await this.#found(query, query.sort === undefined);
    const found = this.#narrowed(query, classes);
    const tab = this.#tab(query.i as LotTab, nowMs);
    if (tab) intersect(found, tab);
    const total = countBits(found);
    const offset = (query.page - 1) * query.size;
    const ranked = classes && query.sort === undefined;
    const places = ranked
      ? this.#byClass(classes, found, offset, query.size)
      : this.#inOrder(query, found, offset, query.size);
    return { ids: this.#idsOf(places), total };
  }

  /** How many lots each tab has under the filters, by tab number. */
  async counts(filter: LotFilter, nowMs: number): Promise<Record<LotTab, number>> {
    await this.fresh();
    const found = this.#narrowed(filter, await this.#found(filter, false));
    const of = (tab: LotTab): number => {
      const bits = this.#tab(tab, nowMs);
      return bits ? countBoth(found, bits) : countBits(found);
    };
    return { 0: of(0), 1: of(1), 2: of(2), 3: of(3), 4: of(4) };
  }

  /** Auctions that run or are paused, then those that open next. */
  async active(limit: number, except: number | null, statuses: readonly number[]): Promise<number[]> {
    await this.fresh();
    const found = filtered(this.#columns, this.#ranges, { tradeType: 'auction' });
    const any = bitsFor(this.#columns.id.length);
    for (const status of statuses) {
      const having = this.#columns.having('status', status);
      if (having) unite(any, having);
    }
    intersect(found, any);
    const more = except === null ? 0 : 1;
    const ids = this.#idsOf(this.#orders.soonest.slice(found, 0, limit + more, false));
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
    await this.#source.all((rows) => rows.forEach((row) => columns.put(row, 0)));
    this.#columns = columns;
    this.#orders = ordersOf(columns);
    this.#ranges = rangesOf(columns);
    const everything = new Set(Array.from({ length: columns.size }, (_, place) => place));
    for (const order of this.#kept()) order.update(everything, new Set());
    this.#terms.clear();
    this.#tabs.clear();
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
      for (const order of Object.values(this.#orders)) order.update(changed, gone);
      if (moved.size > 0 || gone.size > 0)
        for (const ranges of Object.values(this.#ranges)) ranges.update(moved, gone);
      // Their words may be others now.
      if (removed.length > 0) this.#terms.clear();
      else this.#terms.published(words);
      this.#options.onChanged?.([...removed, ...rows.map(({ id }) => id)]);
    }
    this.#mark = mark;
  }

  /** null: the filter has no words. */
  async #found(filter: LotFilter, ranked: boolean): Promise<Classes | null> {
    if (!filter.q) return null;
    const words = wordsOf(filter.q);
    // Signs only: there is nothing to find by them.
    if (words.length === 0) return [bitsFor(this.#columns.id.length)];
    return findWords(() => this.#columns, this.#terms, words, ranked);
  }

  #narrowed(filter: LotFilter, classes: Classes | null): Bits {
    const found = filtered(this.#columns, this.#ranges, filter);
    // The last class holds all the others.
    if (classes) intersect(found, classes.at(-1) as Bits);
    return found;
  }

  #tab(tab: LotTab, nowMs: number): Bits | null {
    const held = this.#tabs.get(tab);
    // A second is near enough for what counts as new.
    if (held && held.round === this.#round && Math.abs(nowMs - held.at) < 1_000) return held.bits;
    const bits = inTab(this.#columns, this.#ranges, tab, nowMs);
    this.#tabs.set(tab, { round: this.#round, at: nowMs, bits });
    return bits;
  }

  #kept(): Order[] {
    return [...Object.values(this.#orders), ...Object.values(this.#ranges)];
  }

  #inOrder(query: LotListQuery, found: Bits, offset: number, limit: number): number[] {
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
    return order.slice(found, offset, limit, query.sort === 'price-down');
  }

  #byClass(classes: Classes, found: Bits, offset: number, limit: number): number[] {
    const places: number[] = [];
    const seen = bitsFor(found.length * 32);
    let skip = offset;
    for (const of of classes) {
      intersect(of, found);
      subtract(of, seen);
      const count = countBits(of);
      if (skip < count) places.push(...this.#orders.soonest.slice(of, skip, limit - places.length, false));
      skip = Math.max(0, skip - count);
      if (places.length >= limit) break;
      unite(seen, of);
    }
    return places;
  }

  #idsOf(places: readonly number[]): number[] {
    return places.map((place) => this.#columns.id[place] as number);
  }
}
