import { hasBit, listOf, type Bits } from './bit-set.ts';
import type { Columns } from './columns.ts';

type Compare = (a: number, b: number) => number;

/** Sorting one match by rank costs about as much as this many steps along the order. */
const STEPS_PER_MATCH = 8;
/** Above this share of changed lots everything is sorted again. */
const NEARLY_ALL = 1 / 8;

/** The lots to take a page from. */
export interface Among {
  bits: Bits;
  /** How many there are. */
  count: number;
}

/** The requested part of an order. */
export interface Cut {
  offset: number;
  limit: number;
  /** Last first. */
  backwards: boolean;
}

/** All places in one order, maintained as lots change: unchanged runs are moved as a block. */
export class Order {
  /** Places in this order. */
  protected places = new Int32Array(0);
  /** Rank of each place; what is not in the order has none (-1). */
  #ranks = new Int32Array(0);
  /** Reused by each page: new lists of thousands of lots some hundred times a second would burden garbage collection. */
  #room = new Int32Array(0);
  readonly #columns: Columns;
  readonly #compare: Compare;

  constructor(columns: Columns, compare: Compare) {
    this.#columns = columns;
    this.#compare = compare;
  }

  /** @param changed places whose lots changed, were added or removed */
  update(changed: ReadonlySet<number>, gone: ReadonlySet<number>): void {
    if (changed.size === 0 && gone.size === 0) return;
    this.#makeRoom();
    const out: number[] = [];
    for (const place of changed)
      if ((this.#ranks[place] as number) >= 0) out.push(this.#ranks[place] as number);
    for (const place of gone)
      if (!changed.has(place) && (this.#ranks[place] as number) >= 0) out.push(this.#ranks[place] as number);
    if (out.length + changed.size > this.places.length * NEARLY_ALL) {
      this.#sortAll(changed, gone);
      return;
    }
    const removed = Int32Array.from(out).sort();
    for (const place of gone) this.#ranks[place] = -1;
    const moved = Int32Array.from(changed).sort(this.#compare);
    const rest = this.#takeOut(removed);
    this.#putIn(moved, rest, removed);
  }

  /** A page of a set. */
  page({ bits, count }: Among, cut: Cut): number[] {
    if (cut.offset >= count) return [];
    return this.isNear(count, cut)
      ? this.walk((place) => hasBit(bits, place), cut)
      : this.#cutOf(this.#toRanks(listOf(bits, count, this.#roomFor(count))), cut);
  }

  /** Is walking the order faster than sorting `count` lots? */
  isNear(count: number, { offset, limit }: Cut): boolean {
    return (this.places.length * (offset + limit)) / count <= count * STEPS_PER_MATCH;
  }

  /** A page of the places that `has` accepts, by walking the order. */
  walk(has: (place: number) => boolean, { offset, limit, backwards }: Cut): number[] {
    const places = this.places;
    const found: number[] = [];
    let skip = offset;
    for (let step = 0; step < places.length; step += 1) {
      const place = places[backwards ? places.length - 1 - step : step] as number;
      if (!has(place)) continue;
      if (skip > 0) skip -= 1;
      else if (found.push(place) === limit) break;
    }
    return found;
  }

  /** A page of some places; does not modify them. */
  pageOf(some: Int32Array, cut: Cut): number[] {
    const ranks = this.#roomFor(some.length);
    ranks.set(some);
    return this.#cutOf(this.#toRanks(ranks), cut);
  }

  #cutOf(ranks: Int32Array, { offset, limit, backwards }: Cut): number[] {
    const end = ranks.length - offset;
    const cut = backwards
      ? ranks.subarray(Math.max(0, end - limit), Math.max(0, end)).reverse()
      : ranks.subarray(offset, offset + limit);
    return Array.from(cut, (rank) => this.places[rank] as number);
  }

  /** The same places in this order. */
  sorted(some: Int32Array): Int32Array {
    return this.#sortHere(some.slice());
  }

  #sortHere(some: Int32Array): Int32Array {
    const ranks = this.#toRanks(some);
    for (let i = 0; i < ranks.length; i += 1) ranks[i] = this.places[ranks[i] as number] as number;
    return ranks;
  }

  /** Is sorting this many places faster than walking the whole order? */
  sortsQuicker(count: number): boolean {
    return count * STEPS_PER_MATCH < this.places.length;
  }

  /** Merges two lists that are in this order. */
  merged(one: Int32Array, other: Int32Array): Int32Array {
    const all = new Int32Array(one.length + other.length);
    let [from, to] = [0, 0];
    for (const place of other) {
      const until = this.#firstAfter(one, place, from);
      all.set(one.subarray(from, until), to);
      to += until - from;
      all[to++] = place;
      from = until;
    }
    all.set(one.subarray(from), to);
    return all;
  }

  /** All places of a set in this order. @param count how many it has */
  placesIn(set: Bits, count: number): Int32Array {
    if (this.sortsQuicker(count)) return this.#sortHere(listOf(set, count));
    const found = new Int32Array(count);
    let next = 0;
    for (const place of this.places) if (hasBit(set, place)) found[next++] = place;
    return found.subarray(0, next);
  }

  #makeRoom(): void {
    const capacity = this.#columns.id.length;
    if (this.#ranks.length >= capacity) return;
    const ranks = new Int32Array(capacity).fill(-1);
    ranks.set(this.#ranks);
    this.#ranks = ranks;
  }

  #sortAll(changed: ReadonlySet<number>, gone: ReadonlySet<number>): void {
    const all = new Set(this.places);
    for (const place of changed) all.add(place);
    for (const place of gone) {
      all.delete(place);
      this.#ranks[place] = -1;
    }
    this.places = Int32Array.from(all).sort(this.#compare);
    this.#rankFrom(0, this.places.length);
  }

  /** Removes the given ranks; returns how many places are left. */
  #takeOut(removed: Int32Array): number {
    let to = removed[0] ?? this.places.length;
    for (let i = 0; i < removed.length; i += 1) {
      const from = (removed[i] as number) + 1;
      const until = removed[i + 1] ?? this.places.length;
      this.places.copyWithin(to, from, until);
      to += until - from;
    }
    return this.places.length - removed.length;
  }

  #putIn(moved: Int32Array, rest: number, removed: Int32Array): void {
    const before = this.places.length;
    const after = rest + moved.length;
    let places = this.places;
    if (after !== before) {
      places = new Int32Array(after);
      places.set(this.places.subarray(0, Math.min(rest, after)));
    }
    const at = new Int32Array(moved.length);
    for (let i = 0; i < moved.length; i += 1) at[i] = this.#positionOf(places, moved[i] as number, rest);
    for (let i = moved.length - 1; i >= 0; i -= 1) {
      const from = at[i] as number;
      places.copyWithin(from + i + 1, from, at[i + 1] ?? rest);
      places[from + i] = moved[i] as number;
    }
    this.places = places;
    const first = Math.min(removed[0] ?? after, at[0] ?? after);
    const last = Math.max(removed.at(-1) ?? 0, (at.at(-1) ?? 0) + moved.length - 1);
    this.#rankFrom(first, after === before ? Math.min(after, last + 1) : after);
  }

  /** Insertion index of a place among the first `count`. */
  #positionOf(places: Int32Array, place: number, count: number): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(places[middle] as number, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #rankFrom(first: number, end: number): void {
    for (let i = first; i < end; i += 1) this.#ranks[this.places[i] as number] = i;
  }

  /** Replaces places by their ranks, ascending, in place. */
  #toRanks(some: Int32Array): Int32Array {
    for (let i = 0; i < some.length; i += 1) some[i] = this.#ranks[some[i] as number] as number;
    return some.sort();
  }

  /** Working buffer of a page; valid until the next call. */
  #roomFor(count: number): Int32Array<ArrayBuffer> {
    if (this.#room.length < count) this.#room = new Int32Array(count);
    return this.#room.subarray(0, count);
  }

  /** Insertion index, from `low` on, of a place in a list in this order. */
  #firstAfter(list: Int32Array, place: number, low: number): number {
    const rank = this.#ranks[place] as number;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ranks[list[middle] as number] as number) < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The orders of lists. Ties sort by id, newest first. */
export function ordersOf(columns: Columns) {
  const by = (compare: Compare): Order =>
    new Order(columns, (a, b) => compare(a, b) || (columns.id[b] as number) - (columns.id[a] as number));
  return {
    /** Running lots by their end, then interrupted ones, then the next to start, then the last ended. */
    soonest: by((a, b) => {
      const stages = (columns.stage[a] as number) - (columns.stage[b] as number);
      if (stages !== 0) return stages;
      const [x, y] = [columns.stageTime[a] as number, columns.stageTime[b] as number];
      return x === y ? 0 : x < y ? -1 : 1;
    }),
    newest: by((a, b) => (columns.publishedAt[b] as number) - (columns.publishedAt[a] as number)),
    price: by((a, b) => (columns.price[a] as number) - (columns.price[b] as number)),
  };
}
