import type { LotFilter, LotListQuery } from '#shared/api/site/lots.ts';
import { LOT_STAGES, LOT_TAB, type LotStage, type LotTab } from '#shared/lifecycles/lot-tabs.ts';
import { countBits, countBoth, differing, hasBit, intersectCounting, unite, type Bits } from './bit-set.ts';
import { ChangeLog } from './change-log.ts';
import { Columns, type CatalogueRow } from './columns.ts';
import { searchByWords, hasNear, wordsOf } from './search-by-words.ts';
import { SearchCache, pageOfLists, pageOfSets, type Found } from './search-cache.ts';
import { FilterCache, type Bounds, type CachedFilter } from './filter-cache.ts';
import { boundsOf, daysOf, hasDays, inTab, keepDays, keepPrices } from './apply-filters.ts';
import { ordersOf, type Among, type Order, type Orders } from './sort-orders.ts';
import { rangesOf, type RangesOfLots } from './number-ranges.ts';
import { BufferPool } from './buffer-pool.ts';
import { TabCounts } from './tab-counts.ts';
import { WordCache, type WordSource } from './word-cache.ts';
import { WordIndex } from './word-index.ts';
import type { PlaceSet } from './place-sets.ts';

interface LotWords {
  id: number;
  /** As stored: words outside the title begin with `~`. */
  words: readonly string[];
}

/** The database as the catalogue reads it. */
export interface CatalogueSource extends WordSource {
  /** The current mark, to be taken before anything is read: `changes` since it includes all that was not yet visible. */
  mark(): Promise<string>;
  /** Every lot with its words, in batches. */
  all(take: (rows: readonly CatalogueRow[], words: readonly LotWords[]) => void): Promise<void>;
  /** Lots written and lots removed since a mark; some may be repeated. */
  changes(mark: string): Promise<{ mark: string; rows: CatalogueRow[]; removed: number[] }>;
  wordsOfLots(ids: readonly number[]): Promise<readonly LotWords[]>;
}

export interface CatalogueOptions {
  /** Maximum age of an answer, ms; 0: it includes everything committed before the query. */
  staleMs: number;
  /** Called with the lots that changed, were added or removed. */
  onChanged?: (ids: readonly number[]) => void;
}

/** How many lots there are by tab number and by stage. */
export interface LotCounts {
  tabs: Record<LotTab, number>;
  stages: Record<LotStage, number>;
}

/** Ids of one page, and how many there are in all. */
export interface CataloguePage {
  ids: number[];
  total: number;
}

/**
 * The list of lots in memory, never older than `staleMs`: each query first checks PostgreSQL for newer rows, concurrent
 * queries share one check. PostgreSQL stays the source of truth.
 */
export class Catalogue {
  readonly #source: CatalogueSource;
  readonly #options: CatalogueOptions;
  readonly #wordCache: WordCache;
  readonly #pool = new BufferPool();
  #columns = new Columns();
  #words = new WordIndex();
  #orders: Orders = ordersOf(this.#columns);
  #ranges: RangesOfLots = rangesOf(this.#columns);
  /** Recent changes, for updating cached lists. */
  #log = new ChangeLog();
  #filterCache = this.#newFilterCache();
  #mark: string | null = null;
  #round = 0;
  /** Start of the last successful refresh, by performance.now(). */
  #asOf = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  /** Lots of each tab, as of a version of the columns; the tab of new lots changes with the clock too. */
  readonly #tabs = new Map<LotTab, { version: number; at: number; bits: Bits | null }>();
  readonly #foundWords = new SearchCache();

  constructor(source: CatalogueSource, options: CatalogueOptions) {
    this.#source = source;
    this.#options = options;
    this.#wordCache = new WordCache(
      source,
      () => this.#columns,
      () => this.#words,
    );
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

  /** Number of the last refresh: JSON written before the refresh that last changed a lot is stale. */
  get round(): number {
    return this.#round;
  }

  /** The refresh that last changed a lot; 0 for an unknown one. */
  roundOf(id: number): number {
    const place = this.#columns.placeOf(id);
    return place === undefined ? 0 : (this.#columns.round[place] ?? 0);
  }

  /** Ids of all lots. */
  get ids(): number[] {
    return this.#columns.ids();
  }

  /** Ids of the lots that are on trade or will be. */
  currentIds(nowMs: number): number[] {
    const current = this.#tab(LOT_TAB.current, nowMs) as Bits;
    return this.ids.filter((id) => hasBit(current, this.#columns.placeOf(id) as number));
  }

  async page(query: LotListQuery, nowMs: number): Promise<CataloguePage> {
    await this.fresh();
    const words = query.q ? wordsOf(query.q) : null;
    return (
      this.#pageNow(query, words, null, nowMs) ??
      (this.#pageNow(query, words, await this.#near(words), nowMs) as CataloguePage)
    );
  }

  /** Counts of lots under the filters by tab number and by stage. */
  async counts(filter: LotFilter, nowMs: number): Promise<LotCounts> {
    await this.fresh();
    const words = filter.q ? wordsOf(filter.q) : null;
    return (
      this.#countsNow(filter, words, null, nowMs) ??
      (this.#countsNow(filter, words, await this.#near(words), nowMs) as LotCounts)
    );
  }

  /** Auctions that run, those that are paused, then those that open next. */
  async active(limit: number, except: number | null, statuses: readonly number[]): Promise<number[]> {
    await this.fresh();
    this.#pool.begin(this.#columns.size);
    const any = this.#pool.empty();
    for (const status of statuses) {
      const having = this.#columns.having('status', status);
      if (having) unite(any, having);
    }
    const count = intersectCounting(any, this.#filterCache.of({ tradeType: 'auction' }, 0, null).bits());
    const more = except === null ? 0 : 1;
    const cut = { offset: 0, limit: limit + more, backwards: false };
    const ids = this.#idsOf(this.#orders.soonest.page({ bits: any, count }, cut));
    return ids.filter((id) => id !== except).slice(0, limit);
  }

  /** Lots of the "current" tab by category. */
  async countByCategory(nowMs: number): Promise<Map<number, number>> {
    await this.fresh();
    const current = this.#tab(LOT_TAB.current, nowMs) as Bits;
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
    index.pack();
    this.#columns = columns;
    this.#words = index;
    this.#orders = ordersOf(columns);
    this.#ranges = rangesOf(columns);
    const everything = new Set(Array.from({ length: columns.size }, (_, place) => place));
    for (const order of this.#allOrders()) order.update(everything, new Set());
    this.#log = new ChangeLog();
    this.#filterCache = this.#newFilterCache();
    this.#wordCache.clear();
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
      // No await from here on: a query never sees half of a change.
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
        // Without a row it was removed again.
        if (place !== undefined) this.#words.add(place, lot.words);
      }
      for (const order of Object.values(this.#orders)) order.update(changed, gone);
      if (moved.size > 0 || gone.size > 0)
        for (const ranges of Object.values(this.#ranges)) ranges.update(moved, gone);
      this.#log.add(changed);
      this.#log.add(gone);
      // Words may have changed with the lots.
      if (removed.length > 0) this.#wordCache.clear();
      else this.#wordCache.published(words);
      this.#options.onChanged?.([
        ...removed,
        ...rows.flatMap(({ id, repeatsLotId }) => (repeatsLotId === null ? [id] : [id, repeatsLotId])),
      ]);
    }
    this.#mark = mark;
  }

  /** null: near spellings of the words have to be loaded first. */
  #pageNow(
    query: LotListQuery,
    words: readonly string[] | null,
    near: readonly PlaceSet[] | null,
    nowMs: number,
  ): CataloguePage | null {
    const ranked = words !== null && query.sort === undefined;
    const found = words && this.#found(words, near, ranked);
    if (words && !found) return null;
    const tab = query.i as LotTab;
    const filtered = this.#filterCache.of(query, tab, this.#tab(tab, nowMs));
    const order = ranked ? this.#orders.soonest : this.#orderOf(query);
    const cut = {
      offset: (query.page - 1) * query.size,
      limit: query.size,
      backwards: query.sort === 'price-down',
    };
    if (!found && !hasDays(query)) {
      const bounds = boundsOf(query);
      return { ids: this.#idsOf(filtered.page(order, bounds, cut)), total: filtered.count(bounds) };
    }
    if (found?.few) {
      const lists = found.few.map((list) => this.#passing(list, filtered, query));
      const total = lists.reduce((sum, { length }) => sum + length, 0);
      return { ids: this.#idsOf(pageOfLists(lists, order, cut)), total };
    }
    const among = this.#among(query, filtered, found?.many ?? null);
    const places =
      found && ranked ? pageOfSets(found.many, among.bits, order, cut, this.#pool) : order.page(among, cut);
    return { ids: this.#idsOf(places), total: among.count };
  }

  #countsNow(
    filter: LotFilter,
    words: readonly string[] | null,
    near: readonly PlaceSet[] | null,
    nowMs: number,
  ): LotCounts | null {
    const found = words && this.#found(words, near, false);
    if (words && !found) return null;
    const fresh = this.#tab(1, nowMs) as Bits;
    const filtered = this.#filterCache.of(filter, 0, null);
    if (found?.few) {
      const list = this.#passing(found.few[0] as Int32Array, filtered, filter);
      const inStage = (having: Bits): number => list.filter((place) => hasBit(having, place)).length;
      return { tabs: new TabCounts(list, this.#columns.tab, fresh).all, stages: this.#stages(inStage) };
    }
    if (!found && !hasDays(filter)) {
      const tabs = filtered.counts(boundsOf(filter), fresh);
      const { bits } = this.#among(filter, filtered, null);
      return { tabs, stages: this.#stages((having) => countBoth(bits, having)) };
    }
    const { bits, count } = this.#among(filter, filtered, found?.many ?? null);
    const of = (tab: LotTab): number => countBoth(bits, this.#tab(tab, nowMs) as Bits);
    return {
      tabs: { 0: count, 1: of(1), 2: of(2), 3: of(3), 4: of(4) },
      stages: this.#stages((having) => countBoth(bits, having)),
    };
  }

  #stages(count: (having: Bits) => number): Record<LotStage, number> {
    const of = (stage: LotStage): number => {
      const having = this.#columns.having('status', LOT_STAGES[stage]);
      return having ? count(having) : 0;
    };
    return { live: of('live'), applicationsOpen: of('applicationsOpen') };
  }

  /** Members of a list that pass the filters. */
  #passing(list: Int32Array, filtered: CachedFilter, filter: LotFilter): Int32Array {
    const { startPrice, opensAt, closesAt } = this.#columns;
    const price = boundsOf(filter);
    const days = daysOf(filter);
    const isIn = ({ from, to }: Bounds, value: number): boolean => value >= from && value <= to;
    return list.filter(
      (place) =>
        filtered.has(place) &&
        (price === null || isIn(price, startPrice[place] as number)) &&
        (days === null ||
          ((opensAt[place] as number) < days.until && (closesAt[place] as number) >= days.from)),
    );
  }

  /** Lots of a cached filter that pass prices, dates and, with classes, are in the last class, which holds all others. */
  #among(filter: LotFilter, filtered: CachedFilter, classes: readonly Bits[] | null): Among {
    this.#pool.begin(this.#columns.size);
    const bits = filtered.bits();
    keepPrices(bits, this.#ranges, filter, this.#pool);
    keepDays(bits, this.#ranges, filter, this.#pool);
    const last = classes?.at(-1);
    return { bits, count: last ? intersectCounting(bits, last) : countBits(bits) };
  }

  /** Cached until a lot is added or removed: the same words are requested again with other filters and pages. */
  #found(words: readonly string[], near: readonly PlaceSet[] | null, ranked: boolean): Found | null {
    const key = `${ranked} ${words.join(' ')}`;
    const held = this.#foundWords.get(key, this.#columns.population);
    if (held) return held;
    const [columns, wordCache, pool] = [this.#columns, this.#wordCache, this.#pool];
    pool.begin(columns.size);
    // Punctuation only: nothing to search by.
    const classes =
      words.length === 0 ? [[]] : searchByWords({ columns, wordCache, pool, words, ranked, near });
    return classes && this.#foundWords.keep(key, classes, columns.size);
  }

  #near(words: readonly string[] | null): Promise<PlaceSet[]> {
    return Promise.all(
      (words ?? []).map(async (word) => (hasNear(word) ? this.#wordCache.nearWord(word) : [])),
    );
  }

  #tab(tab: LotTab, nowMs: number): Bits | null {
    const held = this.#tabs.get(tab);
    const { version } = this.#columns;
    // One second is precise enough for the tab of new lots; the other tabs do not depend on the clock.
    if (held && held.version === version && (tab !== 1 || Math.abs(nowMs - held.at) < 1_000))
      return held.bits;
    const bits = inTab(this.#columns, this.#ranges, tab, nowMs);
    if (held && tab === 1) this.#log.add(differing(held.bits as Bits, bits as Bits));
    this.#tabs.set(tab, { version, at: nowMs, bits });
    return bits;
  }

  #newFilterCache(): FilterCache {
    return new FilterCache({
      columns: this.#columns,
      byPrice: this.#ranges.startPrice,
      log: this.#log,
      pool: this.#pool,
    });
  }

  #allOrders(): Order[] {
    return [...Object.values(this.#orders), ...Object.values(this.#ranges)];
  }

  /** Default order of a tab: what happens next, or the newest first. */
  #orderOf(query: LotListQuery): Order {
    const { soonest, newest, price } = this.#orders;
    if (query.sort === undefined) return query.i >= 2 ? soonest : newest;
    return { soonest, newest, 'price-up': price, 'price-down': price }[query.sort];
  }

  #idsOf(places: readonly number[]): number[] {
    return places.map((place) => this.#columns.id[place] as number);
  }
}
