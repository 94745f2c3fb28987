import { hasBit, listOf, type Bits } from './bits.ts';
import type { Columns } from './columns.ts';

type Compare = (a: number, b: number) => number;

/** Sorting one match by its rank costs about as much as so many steps along the order. */
const STEPS_PER_MATCH = 8;
/** Of more changes than this share everything is sorted anew. */
const NEARLY_ALL = 1 / 8;

/** Lots of which a page is wanted. */
export interface Among {
  bits: Bits;
  /** Those with a start price within bounds only, and their places; null: all of `bits`. */
  priced: { prices: Float64Array; from: number; to: number; places: Int32Array } | null;
  /** How many there are, bounds considered. */
  count: number;
}

/** All places in one order, kept as lots change: what has not changed is moved in one piece. */
export class Order {
  /** Places in this order. */
  protected places = new Int32Array(0);
  /** Rank of each place; what is not in the order has none (-1). */
  #ranks = new Int32Array(0);
  readonly #columns: Columns;
  readonly #compare: Compare;

  constructor(columns: Columns, compare: Compare) {
    this.#columns = columns;
    this.#compare = compare;
  }

  /** @param changed places whose lots changed, came or went */
  update(changed: ReadonlySet<number>, gone: ReadonlySet<number>): void {
    if (changed.size === 0 && gone.size === 0) return;
    this.#makeRoom();
    const out: number[] = [];
    for (const place of changed)
      if ((this.#ranks[place] as number) >= 0) out.push(this.#ranks[place] as number);
    for (const place of gone)
      if (!changed.has(place) && (this.#ranks[place] as number) >= 0) out.push(this.#ranks[place] as number);
    if (out.length + changed.size > this.places.length * NEARLY_ALL) {
      this.#sortAnew(changed, gone);
      return;
    }
    const removed = Int32Array.from(out).sort();
    for (const place of gone) this.#ranks[place] = -1;
    const moved = Int32Array.from(changed).sort(this.#compare);
    const rest = this.#takeOut(removed);
    this.#putIn(moved, rest, removed);
  }

  /** Places of some lots from `offset`, at most `limit`, in this order or backwards. */
  slice(among: Among, offset: number, limit: number, backwards: boolean): number[] {
    const { count } = among;
    if (offset >= count) return [];
    const steps = (this.places.length * (offset + limit)) / count;
    return steps > count * STEPS_PER_MATCH
      ? this.#sorted(among, offset, limit, backwards)
      : this.#walked(among, offset, limit, backwards);
  }

  /** All places of a set in this order. @param count how many it has */
  placesIn(set: Bits, count: number): Int32Array {
    if (count * STEPS_PER_MATCH < this.places.length) {
      const ranks = listOf(set, count);
      for (let i = 0; i < count; i += 1) ranks[i] = this.#ranks[ranks[i] as number] as number;
      ranks.sort();
      for (let i = 0; i < count; i += 1) ranks[i] = this.places[ranks[i] as number] as number;
      return ranks;
    }
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

  #sortAnew(changed: ReadonlySet<number>, gone: ReadonlySet<number>): void {
    const all = new Set(this.places);
    for (const place of changed) all.add(place);
    for (const place of gone) {
      all.delete(place);
      this.#ranks[place] = -1;
    }
    this.places = Int32Array.from(all).sort(this.#compare);
    this.#rankFrom(0, this.places.length);
  }

  /** Closes the gaps of the ranks given; returns how many places are left. */
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

  /** Where a place belongs among the first `count`. */
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

  #sorted(among: Among, offset: number, limit: number, backwards: boolean): number[] {
    const sorted = among.priced ? among.priced.places.slice() : listOf(among.bits, among.count);
    for (let i = 0; i < sorted.length; i += 1) sorted[i] = this.#ranks[sorted[i] as number] as number;
    sorted.sort();
    if (backwards) sorted.reverse();
    return Array.from(sorted.subarray(offset, offset + limit), (rank) => this.places[rank] as number);
  }

  #walked({ bits, count, priced }: Among, offset: number, limit: number, backwards: boolean): number[] {
    const places = this.places;
    const found: number[] = [];
    const most = Math.min(limit, count - offset);
    let skip = offset;
    for (let step = 0; step < places.length && found.length < most; step += 1) {
      const place = places[backwards ? places.length - 1 - step : step] as number;
      if (!hasBit(bits, place)) continue;
      if (priced) {
        const price = priced.prices[place] as number;
        if (price < priced.from || price > priced.to) continue;
      }
      if (skip > 0) skip -= 1;
      else found.push(place);
    }
    return found;
  }
}

/** The orders lists are shown in. Equals stand by number, newest first. */
export function ordersOf(columns: Columns) {
  const by = (compare: Compare): Order =>
    new Order(columns, (a, b) => compare(a, b) || (columns.id[b] as number) - (columns.id[a] as number));
  return {
    /** What runs by its end, then what starts next, then what ended last. */
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
export type Orders = ReturnType<typeof ordersOf>;
