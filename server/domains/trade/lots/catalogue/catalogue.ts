import type { LotFilter, LotListQuery, LotSort } from '#shared/api/site/lots.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import {
  LOT_STAGES,
  LOT_TAB,
  TAB_STATUSES,
  type LotStage,
  type LotTab,
} from '#shared/lifecycles/lot-tabs.ts';
import { countBits, countBoth, differing, hasBit, intersectCounting, unite, type Bits } from './bit-set.ts';
import { OVER } from './columns.ts';
import type { Copy } from './copy.ts';
import { FollowedLots, type CatalogueSource, type Followed } from './follow-lots.ts';
import { mergedPage, type Sorted } from './merge-pages.ts';
import { OlderLots } from './older-lots.ts';
import { searchByWords, hasNear, wordsOf, type Wider } from './search-by-words.ts';
import { SearchCache, WHOLE_WORDS, matchOf, pageOfLists, pageOfSets, type Found } from './search-cache.ts';
import { FilterCache, type Bounds, type CachedFilter } from './filter-cache.ts';
import { boundsOf, daysOf, hasDays, inTab, keepDays, keepPrices } from './apply-filters.ts';
import type { Among, Cut, Order } from './sort-orders.ts';
import { BufferPool } from './buffer-pool.ts';
import { TabCounts } from './tab-counts.ts';
import { WordCache } from './word-cache.ts';
import { LAST_STEP, type Step } from './word-query.ts';

export interface CatalogueOptions {
  /** Maximum age of an answer, ms; 0: it includes everything committed before the query. */
  staleMs: number;
  /** So many lots that ended last are held in memory, once `holdMore` has read them. */
  endedHeld: number;
  /** So many are read before anything is answered, and at each step of `holdMore`. */
  endedAtOnce: number;
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

/** What a query begins with, valid until the next `await`. */
interface Question {
  copy: Copy;
  /** What the typed words found; null: none were typed. */
  found: Found | null;
  /** Lots under the filters that are not in memory, by status. */
  older: ReadonlyMap<LotStatus, number>;
}

const NONE: ReadonlyMap<LotStatus, number> = new Map();
/**
 * Lists of lots: those on trade and those that ended last from a copy in memory, never older than `staleMs`, and all
 * others from PostgreSQL, which stays the source of truth. Each query first checks for newer rows, concurrent queries
 * share one check.
 */
export class Catalogue {
  readonly #lots: FollowedLots;
  readonly #wordCache: WordCache;
  readonly #older: OlderLots;
  readonly #pool = new BufferPool();
  #filterCache: FilterCache;
  /** Lots of each tab, as of a version of the columns; the tab of new lots changes with the clock too. */
  readonly #tabs = new Map<LotTab, { version: number; at: number; bits: Bits | null }>();
  readonly #foundWords = new SearchCache();

  constructor(source: CatalogueSource, { onChanged, ...options }: CatalogueOptions) {
    this.#lots = new FollowedLots(source, {
      ...options,
      onTaken: () => this.#forget(),
      onFollowed: (change) => {
        this.#apply(change);
        onChanged?.(change.ids);
      },
    });
    this.#older = new OlderLots(source.older);
    this.#wordCache = new WordCache(
      source,
      () => this.#copy.columns,
      () => this.#copy.words,
    );
    this.#filterCache = this.#newFilterCache();
  }

  get #copy(): Copy {
    return this.#lots.copy;
  }

  /** Resolves when the copy is fresh enough; rejects when PostgreSQL does not answer. */
  fresh(): Promise<void> {
    return this.#lots.fresh();
  }

  /** Reads more of the lots that ended last; returns whether there are more to read. */
  async holdMore(): Promise<boolean> {
    await this.fresh();
    return this.#lots.holdMore();
  }

  /** Adds up what the copy does not hold, so that filters need not count it. */
  async prepareOlder(): Promise<void> {
    await this.fresh();
    const { before, priceSteps } = this.#copy;
    if (before !== null) await this.#older.sum({ before, priceSteps });
  }

  /** Number of the last refresh: JSON written before the refresh that last changed a lot is stale. */
  get round(): number {
    return this.#lots.round;
  }

  /** The refresh that last changed a lot; null for one that the copy does not hold. */
  roundOf(id: number): number | null {
    const { columns } = this.#copy;
    const place = columns.placeOf(id);
    return place === undefined ? null : (columns.round[place] ?? 0);
  }

  /** Ids of all lots in memory, ascending: those that ended long ago may have come last. */
  get ids(): number[] {
    return this.#copy.columns.ids().sort((one, other) => one - other);
  }

  /** Ids of the lots that are on trade or will be. */
  currentIds(nowMs: number): number[] {
    const current = this.#tab(LOT_TAB.current, nowMs) as Bits;
    return this.ids.filter((id) => hasBit(current, this.#copy.columns.placeOf(id) as number));
  }

  async page(query: LotListQuery, nowMs: number): Promise<CataloguePage> {
    const tab = query.i as LotTab;
    // The other tabs hold what is on trade or was published lately: all of it is in memory.
    const isOfOlder = tab !== LOT_TAB.current && tab !== LOT_TAB.newLots;
    const ranked = Boolean(query.q) && query.sort === undefined;
    return this.#answer(query, ranked, isOfOlder, (question) => this.#pageOf(query, question, nowMs));
  }

  /** Counts of lots under the filters by tab number and by stage. */
  async counts(filter: LotFilter, nowMs: number): Promise<LotCounts> {
    return this.#answer(filter, false, true, ({ found, older }) => {
      const { tabs, stages } = this.#countsNow(filter, found, nowMs);
      for (const [status, count] of older) {
        tabs[LOT_TAB.searchResults] += count;
        for (const tab of [LOT_TAB.completed, LOT_TAB.notHeld])
          if (TAB_STATUSES[tab]?.includes(status)) tabs[tab] += count;
      }
      return { tabs, stages };
    });
  }

  /** Auctions that run, those that are paused, then those that open next. */
  async active(limit: number, except: number | null, statuses: readonly number[]): Promise<number[]> {
    await this.fresh();
    this.#pool.begin(this.#copy.columns.size);
    const any = this.#pool.empty();
    for (const status of statuses) {
      const having = this.#copy.columns.having('status', status);
      if (having) unite(any, having);
    }
    const count = intersectCounting(any, this.#filterCache.of({ tradeType: 'auction' }, 0, null).bits());
    const more = except === null ? 0 : 1;
    const cut = { offset: 0, limit: limit + more, backwards: false };
    const ids = this.#idsOf(this.#copy.orders.soonest.page({ bits: any, count }, cut));
    return ids.filter((id) => id !== except).slice(0, limit);
  }

  /** Lots of the "current" tab by category. */
  async countByCategory(nowMs: number): Promise<Map<number, number>> {
    await this.fresh();
    const current = this.#tab(LOT_TAB.current, nowMs) as Bits;
    const counts = [...this.#copy.columns.valuesOf('category')].map(([id, lots]) => [
      id,
      countBoth(lots, current),
    ]);
    return new Map(counts.filter(([, count]) => count !== 0) as [number, number][]);
  }

  /**
   * Looks for the words, counts what is not in memory, and then answers.
   * @param answer begins with no `await` after what it is given, which is of this copy of the lots
   */
  async #answer<Answer>(
    filter: LotFilter,
    ranked: boolean,
    isOfOlder: boolean,
    answer: (question: Question) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    await this.fresh();
    const words = filter.q ? wordsOf(filter.q) : null;
    for (;;) {
      const copy = this.#copy;
      const { before } = copy;
      let wider: Wider | null = null;
      if (words && !this.#found(words, null, ranked)) wider = await this.#wider(copy, words);
      const found = words && this.#holds(copy, before) ? this.#found(words, wider, ranked) : null;
      // Lots came or went meanwhile: the words find others.
      if (words && !found) continue;
      const query = found?.query ?? null;
      // Stages are of the current lots, and punctuation alone finds nothing.
      if (before === null || !isOfOlder || filter.stage !== undefined || (words && !query))
        return answer({ copy, found, older: NONE });
      const { priceSteps } = copy;
      const older = await this.#older.counts({ before, priceSteps }, filter, query);
      if (!this.#holds(copy, before)) continue;
      const again = words ? this.#found(words, wider, ranked) : null;
      if (again?.query?.any === query?.any) return answer({ copy, found: again, older });
    }
  }

  /** Is this copy in use, and have no older lots come into it? */
  #holds(copy: Copy, before: number | null): boolean {
    return this.#copy === copy && copy.before === before;
  }

  async #pageOf(
    query: LotListQuery,
    { copy, found, older }: Question,
    nowMs: number,
  ): Promise<CataloguePage> {
    const statuses = TAB_STATUSES[query.i as LotTab];
    let olderTotal = 0;
    for (const [status, count] of older) if (!statuses || statuses.includes(status)) olderTotal += count;
    const ranked = found !== null && query.sort === undefined;
    const sort = ranked ? 'soonest' : sortOf(query);
    const cut = {
      offset: (query.page - 1) * query.size,
      limit: query.size,
      backwards: query.sort === 'price-down',
    };
    // What PostgreSQL may have before the page is read from memory as well.
    const skipped = Math.max(0, cut.offset - olderTotal);
    const more = cut.offset - skipped;
    const own = this.#pageNow(
      query,
      found,
      sort,
      { ...cut, offset: skipped, limit: cut.limit + more },
      nowMs,
    );
    const total = own.total + olderTotal;
    const page = own.places.slice(more, more + cut.limit);
    const last = page.at(-1);
    // Without a number typed, no match is better than whole words.
    const isBest =
      !ranked ||
      found.query?.whole === null ||
      (found.query?.number === null && last !== undefined && matchOf(found, last) === WHOLE_WORDS);
    const isOwn = page.length === cut.limit && isBest && isAhead(copy, sort, last as number);
    if (olderTotal === 0 || copy.before === null || isOwn) return { ids: this.#idsOf(page), total };
    const lots = own.places.map((place) => sortedOf(copy, sort, place, found));
    const olderSkipped = Math.max(0, cut.offset - own.total);
    const olderLots = await this.#older.page(copy.before, {
      filter: query,
      statuses,
      words: found?.query ?? null,
      ranked,
      sort,
      offset: olderSkipped,
      limit: cut.limit + cut.offset - olderSkipped,
    });
    const stage = sort === 'soonest' ? OVER : 0;
    const rest = { lots: olderLots.map((lot) => ({ ...lot, stage })), skipped: olderSkipped };
    return { ids: mergedPage({ lots, skipped }, rest, cut), total };
  }

  #pageNow(
    query: LotListQuery,
    found: Found | null,
    sort: LotSort,
    cut: Cut,
    nowMs: number,
  ): { places: readonly number[]; total: number } {
    const tab = query.i as LotTab;
    const filtered = this.#filterCache.of(query, tab, this.#tab(tab, nowMs));
    const order = this.#orderOf(sort);
    if (!found && !hasDays(query)) {
      const bounds = boundsOf(query);
      return { places: filtered.page(order, bounds, cut), total: filtered.count(bounds) };
    }
    if (found?.few) {
      const lists = found.few.map((list) => this.#passing(list, filtered, query));
      const total = lists.reduce((sum, { length }) => sum + length, 0);
      const sorted = query.sort === undefined ? lists : [Int32Array.from(lists.flatMap((list) => [...list]))];
      return { places: pageOfLists(sorted, order, cut), total };
    }
    const among = this.#among(query, filtered, found?.many ?? null);
    const places =
      found && query.sort === undefined
        ? pageOfSets(found.many, among.bits, order, cut, this.#pool)
        : order.page(among, cut);
    return { places, total: among.count };
  }

  #countsNow(filter: LotFilter, found: Found | null, nowMs: number): LotCounts {
    const fresh = this.#tab(1, nowMs) as Bits;
    const filtered = this.#filterCache.of(filter, 0, null);
    if (found?.few) {
      const list = this.#passing(found.few[0] as Int32Array, filtered, filter);
      const inStage = (having: Bits): number => list.filter((place) => hasBit(having, place)).length;
      return { tabs: new TabCounts(list, this.#copy.columns.tab, fresh).all, stages: this.#stages(inStage) };
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
      const having = this.#copy.columns.having('status', LOT_STAGES[stage]);
      return having ? count(having) : 0;
    };
    return { live: of('live'), applicationsOpen: of('applicationsOpen') };
  }

  /** Members of a list that pass the filters. */
  #passing(list: Int32Array, filtered: CachedFilter, filter: LotFilter): Int32Array {
    const { startPrice, opensAt, closesAt } = this.#copy.columns;
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
    this.#pool.begin(this.#copy.columns.size);
    const bits = filtered.bits();
    keepPrices(bits, this.#copy.ranges, filter, this.#pool);
    keepDays(bits, this.#copy.ranges, filter, this.#pool);
    const last = classes?.at(-1);
    return { bits, count: last ? intersectCounting(bits, last) : countBits(bits) };
  }

  /** Cached until a lot is added or removed; null: what a wider search needs has to be loaded first. */
  #found(words: readonly string[], wider: Wider | null, ranked: boolean): Found | null {
    const key = `${ranked} ${words.join(' ')}`;
    const { columns } = this.#copy;
    const held = this.#foundWords.get(key, columns.population);
    if (held) return held;
    const [wordCache, pool] = [this.#wordCache, this.#pool];
    pool.begin(columns.size);
    // Punctuation only: nothing to search by.
    const match =
      words.length === 0
        ? { classes: [[]], query: null }
        : searchByWords({ columns, wordCache, pool, words, ranked, wider });
    return match && this.#foundWords.keep(key, match, columns.size);
  }

  async #wider({ before }: Copy, words: readonly string[]): Promise<Wider> {
    const near = words.map(async (word) =>
      hasNear(word) ? this.#wordCache.nearWord(word) : { words: [], places: [] },
    );
    const olderStep = before === null ? LAST_STEP : this.#older.firstStep(before, words);
    const [step, ...places] = await Promise.all([olderStep, ...near]);
    return { olderStep: step as Step, near: places };
  }

  #tab(tab: LotTab, nowMs: number): Bits | null {
    const held = this.#tabs.get(tab);
    const { version } = this.#copy.columns;
    // One second is precise enough for the tab of new lots; the other tabs do not depend on the clock.
    if (held && held.version === version && (tab !== 1 || Math.abs(nowMs - held.at) < 1_000))
      return held.bits;
    const bits = inTab(this.#copy.columns, this.#copy.ranges, tab, nowMs);
    if (held && tab === 1) this.#lots.log.add(differing(held.bits as Bits, bits as Bits));
    this.#tabs.set(tab, { version, at: nowMs, bits });
    return bits;
  }

  /** Another copy is in use. */
  #forget(): void {
    this.#filterCache = this.#newFilterCache();
    this.#wordCache.clear();
    this.#tabs.clear();
    this.#foundWords.clear();
    this.#older.forget();
  }

  #apply({ come, isLess, isOfOlder }: Followed): void {
    // Words may have changed with the lots.
    if (isLess) this.#wordCache.clear();
    else this.#wordCache.published(come);
    if (!isOfOlder) return;
    this.#older.forget();
    this.#foundWords.clear();
  }

  #newFilterCache(): FilterCache {
    return new FilterCache({
      columns: this.#copy.columns,
      byPrice: this.#copy.ranges.startPrice,
      log: this.#lots.log,
      pool: this.#pool,
    });
  }

  #orderOf(sort: LotSort): Order {
    const { soonest, newest, price } = this.#copy.orders;
    return { soonest, newest, 'price-up': price, 'price-down': price }[sort];
  }

  #idsOf(places: readonly number[]): number[] {
    return places.map((place) => this.#copy.columns.id[place] as number);
  }
}

/** Default order of a tab: what happens next, or the newest first. */
const sortOf = ({ sort, i }: LotListQuery): LotSort => sort ?? (i >= 2 ? 'soonest' : 'newest');

/** Does a lot come before every one that the copy does not hold? */
function isAhead({ columns, before }: Copy, sort: LotSort, place: number): boolean {
  if (before === null) return true;
  if (sort === 'newest') return (columns.publishedAt[place] as number) >= before;
  return (
    sort === 'soonest' && (columns.stage[place] !== OVER || (columns.stageTime[place] as number) <= -before)
  );
}

function sortedOf({ columns }: Copy, sort: LotSort, place: number, found: Found | null): Sorted {
  const isSoonest = sort === 'soonest';
  const key = isSoonest
    ? columns.stageTime[place]
    : sort === 'newest'
      ? -(columns.publishedAt[place] as number)
      : columns.price[place];
  return {
    id: columns.id[place] as number,
    match: found ? matchOf(found, place) : 0,
    stage: isSoonest ? (columns.stage[place] as number) : 0,
    key: key as number,
  };
}
