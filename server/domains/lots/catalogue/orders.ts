import { countBits, hasBit, listOf, type Bits } from './bits.ts';
import type { Columns } from './columns.ts';

type Compare = (a: number, b: number) => number;

/** Sorting one match by its rank costs about as much as so many steps along the order. */
const STEPS_PER_MATCH = 20;

/** All places in one order, kept as lots change: never sorted anew but for what changed. */
export class Order {
  /** Places in this order. */
  protected places = new Int32Array(0);
  #ranks: Int32Array | null = null;
  readonly #columns: Columns;
  readonly #compare: Compare;

  constructor(columns: Columns, compare: Compare) {
    this.#columns = columns;
    this.#compare = compare;
  }

  /** @param changed places whose lots changed, came or went */
  update(changed: ReadonlySet<number>, gone: ReadonlySet<number>): void {
    if (changed.size === 0 && gone.size === 0) return;
    const moved = Int32Array.from(changed).sort(this.#compare);
    const out = new Int32Array(this.#columns.size);
    let length = 0;
    let next = 0;
    for (const place of this.places) {
      if (changed.has(place) || gone.has(place)) continue;
      while (next < moved.length && this.#compare(moved[next] as number, place) < 0)
        out[length++] = moved[next++] as number;
      out[length++] = place;
    }
    while (next < moved.length) out[length++] = moved[next++] as number;
    this.places = out.subarray(0, length);
    this.#ranks = null;
  }

  /** Places of the set from `offset`, at most `limit`, in this order or backwards. */
  slice(of: Bits, offset: number, limit: number, backwards: boolean): number[] {
    const count = countBits(of);
    if (offset >= count) return [];
    const steps = (this.places.length * (offset + limit)) / count;
    return steps > count * STEPS_PER_MATCH
      ? this.#sorted(of, offset, limit, backwards)
      : this.#walked(of, offset, limit, backwards);
  }

  #sorted(of: Bits, offset: number, limit: number, backwards: boolean): number[] {
    const ranks = this.#ranked();
    const sorted = listOf(of, countBits(of));
    for (let i = 0; i < sorted.length; i += 1) sorted[i] = ranks[sorted[i] as number] ?? 0;
    sorted.sort();
    if (backwards) sorted.reverse();
    return Array.from(sorted.subarray(offset, offset + limit), (rank) => this.places[rank] as number);
  }

  #walked(of: Bits, offset: number, limit: number, backwards: boolean): number[] {
    const places = this.places;
    const found: number[] = [];
    let skip = offset;
    for (let i = 0; i < places.length && found.length < limit; i += 1) {
      const place = places[backwards ? places.length - 1 - i : i] as number;
      if (!hasBit(of, place)) continue;
      if (skip > 0) skip -= 1;
      else found.push(place);
    }
    return found;
  }

  #ranked(): Int32Array {
    if (this.#ranks) return this.#ranks;
    const ranks = new Int32Array(this.#columns.size);
    for (let i = 0; i < this.places.length; i += 1) ranks[this.places[i] as number] = i;
    this.#ranks = ranks;
    return ranks;
  }
}

/** The orders lists are shown in. Equals stand by number, newest first. */
export function ordersOf(columns: Columns) {
  const by = (compare: Compare): Order =>
    new Order(columns, (a, b) => compare(a, b) || (columns.id[b] ?? 0) - (columns.id[a] ?? 0));
  return {
    /** What runs by its end, then what starts next, then what ended last. */
    soonest: by((a, b) => {
      const stages = (columns.stage[a] ?? 0) - (columns.stage[b] ?? 0);
      if (stages !== 0) return stages;
      const [x, y] = [columns.stageTime[a] ?? 0, columns.stageTime[b] ?? 0];
      return x === y ? 0 : x < y ? -1 : 1;
    }),
    newest: by((a, b) => (columns.publishedAt[b] ?? 0) - (columns.publishedAt[a] ?? 0)),
    price: by((a, b) => (columns.price[a] ?? 0) - (columns.price[b] ?? 0)),
  };
}
export type Orders = ReturnType<typeof ordersOf>;
