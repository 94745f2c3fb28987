import type { LotFilter } from '#shared/api/site/lots.ts';
import type { LotTab } from '#shared/lifecycles/lot-tabs.ts';
import { countBits, hasBit, intersect, type Bits } from './bit-set.ts';
import type { ChangeLog } from './change-log.ts';
import type { Columns } from './columns.ts';
import { traitsOf } from './apply-filters.ts';
import type { Cut, Order } from './sort-orders.ts';
import type { BufferPool } from './buffer-pool.ts';
import { TabCounts } from './tab-counts.ts';

/** Cached filters at most, and places in all their lists in total: 4 bytes each. */
const MAX_ENTRIES = 16_384;
const MAX_PLACES = 16 * 1024 * 1024;
/** Sorting one lot by its rank costs about as much as so many steps along a list. */
const STEPS_PER_LOT = 8;

interface List {
  places: Int32Array;
  /** Of the change log: later changes still have to be applied. */
  revision: number;
}

/** Part of a list, by start prices. */
export interface Bounds {
  from: number;
  to: number;
}

/** Shared by all cached filters. */
export interface FilterSources {
  columns: Columns;
  /** By start price. */
  byPrice: Order;
  log: ChangeLog;
  pool: BufferPool;
}

/**
 * Lots of a tab with the same traits (region, category, payment …), which many queries share. They are cached as sorted
 * lists: cheapest first, for ranges of start prices, and in each order that was requested more than once. Changes of a
 * few lots are applied to a list when it is next used.
 */
export class CachedFilter {
  readonly #sources: FilterSources;
  readonly #lists = new Map<Order, List>();
  readonly #asked = new Set<Order>();
  /** Places in all its lists. */
  size = 0;
  /** The sets whose intersection this is; null: a trait that no lot ever had. */
  #within: readonly Bits[] | null = null;
  #counts: TabCounts | null = null;

  constructor(sources: FilterSources) {
    this.#sources = sources;
  }

  /** @param within the current sets */
  use(within: readonly Bits[] | null): void {
    this.#within = within;
  }

  has(place: number): boolean {
    if (!this.#within) return false;
    for (const set of this.#within) if (!hasBit(set, place)) return false;
    return true;
  }

  /** Takes a set from the pool, whose `begin` was called for this query. */
  bits(): Bits {
    const { pool } = this.#sources;
    const [first, ...others] = this.#within ?? [];
    if (!first) return pool.empty();
    const bits = pool.copyOf(first);
    for (const other of others) intersect(bits, other);
    return bits;
  }

  /** Count of lots with a start price within bounds, both inclusive. */
  count(bounds: Bounds | null): number {
    return this.#between(bounds).length;
  }

  /** Counts by tab number. */
  counts(bounds: Bounds | null, fresh: Bits): Record<LotTab, number> {
    const all = this.#list(this.#sources.byPrice);
    const part = this.#between(bounds);
    if (this.#counts?.fresh !== fresh) this.#counts = null;
    const counts = (this.#counts ??= new TabCounts(all, this.#sources.columns.tab, fresh));
    const begin = (part.byteOffset - all.byteOffset) / Int32Array.BYTES_PER_ELEMENT;
    return counts.between(begin, begin + part.length);
  }

  /** Places of a page, in an order or its reverse. */
  page(order: Order, bounds: Bounds | null, o: Cut): number[] {
    const part = this.#between(bounds);
    if (o.offset >= part.length) return [];
    const first = !this.#asked.has(order);
    this.#asked.add(order);
    if (first) {
      const has = (place: number): boolean => this.has(place) && this.#isBetween(place, bounds);
      return order.isNear(part.length, o) ? order.walk(has, o) : order.pageOf(part, o);
    }
    const list = this.#list(order);
    if (part.length === list.length) return cut(list, o);
    const steps = (list.length * (o.offset + o.limit)) / part.length;
    return steps > part.length * STEPS_PER_LOT
      ? order.pageOf(part, o)
      : this.#walk(list, bounds as Bounds, o);
  }

  #walk(list: Int32Array, { from, to }: Bounds, o: Cut): number[] {
    const prices = this.#sources.columns.startPrice;
    const found: number[] = [];
    const step = o.backwards ? -1 : 1;
    let skip = o.offset;
    for (let i = o.backwards ? list.length - 1 : 0; i >= 0 && i < list.length; i += step) {
      const place = list[i] as number;
      const price = prices[place] as number;
      if (price < from || price > to) continue;
      if (skip > 0) skip -= 1;
      else if (found.push(place) === o.limit) break;
    }
    return found;
  }

  #isBetween(place: number, bounds: Bounds | null): boolean {
    if (!bounds) return true;
    const price = this.#sources.columns.startPrice[place] as number;
    return price >= bounds.from && price <= bounds.to;
  }

  /** Lots within bounds, cheapest first: a view of the list itself. */
  #between(bounds: Bounds | null): Int32Array {
    const all = this.#list(this.#sources.byPrice);
    return bounds
      ? all.subarray(this.#countBelow(all, bounds.from), this.#countBelow(all, bounds.to + 1))
      : all;
  }

  #countBelow(places: Int32Array, price: number): number {
    const prices = this.#sources.columns.startPrice;
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((prices[places[middle] as number] as number) < price) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** All of them in an order. */
  #list(order: Order): Int32Array {
    const { log, byPrice } = this.#sources;
    const held = this.#lists.get(order);
    if (held && held.revision === log.revision) return held.places;
    const changed = held && log.since(held.revision);
    const places = held && changed ? this.#mended(held.places, order, changed) : this.#made(order);
    if (order === byPrice && places !== held?.places) this.#counts = null;
    this.size += places.length - (held?.places.length ?? 0);
    this.#lists.set(order, { places, revision: log.revision });
    return places;
  }

  #made(order: Order): Int32Array {
    const { byPrice, log } = this.#sources;
    const other = this.#lists.get(byPrice);
    if (other && other.revision === log.revision && order.sortsQuicker(other.places.length))
      return order.sorted(other.places);
    this.#sources.pool.begin(this.#sources.columns.size);
    const bits = this.bits();
    return order.placesIn(bits, countBits(bits));
  }

  #mended(places: Int32Array, order: Order, changed: ReadonlySet<number>): Int32Array {
    const gone: number[] = [];
    for (const place of changed) {
      const at = places.indexOf(place);
      if (at >= 0) gone.push(at);
    }
    const come = order.sorted(Int32Array.from([...changed].filter((place) => this.has(place))));
    if (gone.length === 0 && come.length === 0) return places;
    gone.sort((a, b) => a - b);
    const rest = new Int32Array(places.length - gone.length);
    let [to, from] = [0, 0];
    for (const at of [...gone, places.length]) {
      rest.set(places.subarray(from, at), to);
      to += at - from;
      from = at + 1;
    }
    return order.merged(rest, come);
  }
}

function cut(list: Int32Array, o: Cut): number[] {
  if (!o.backwards) return Array.from(list.subarray(o.offset, o.offset + o.limit));
  const end = Math.max(0, list.length - o.offset);
  return Array.from(list.subarray(Math.max(0, end - o.limit), end)).reverse();
}

/** Recently used filters, least recently used first to go. */
export class FilterCache {
  readonly #common: FilterSources;
  readonly #entries = new Map<
    string,
    { set: CachedFilter; tab: Bits | null; revision: number; size: number }
  >();
  #places = 0;

  constructor(common: FilterSources) {
    this.#common = common;
  }

  /** @param name of the tab @param tab its lots; null: all */
  of(f: LotFilter, name: LotTab, tab: Bits | null): CachedFilter {
    const key = `${name} ${f.region} ${f.area} ${f.group} ${f.category} ${f.orderType} ${f.tradeType} ${f.payment} ${f.tenure} ${f.stage}`;
    const { columns, log } = this.#common;
    let held = this.#entries.get(key);
    if (held) this.#entries.delete(key);
    else held = { set: new CachedFilter(this.#common), tab: null, revision: -1, size: 0 };
    this.#entries.set(key, held);
    if (held.revision !== log.revision || held.tab !== tab) {
      const traits = traitsOf(columns, f);
      held.set.use(traits && [columns.listed, ...traits, ...(tab ? [tab] : [])]);
      held.revision = log.revision;
      held.tab = tab;
    }
    this.#places += held.set.size - held.size;
    held.size = held.set.size;
    this.#forget();
    return held.set;
  }

  #forget(): void {
    while (this.#entries.size > MAX_ENTRIES || (this.#places > MAX_PLACES && this.#entries.size > 1)) {
      const [key, { size }] = this.#entries.entries().next().value as [string, { size: number }];
      this.#places -= size;
      this.#entries.delete(key);
    }
  }
}
