import { bitsFor, clearBit, intersect, setBit, subtract, type Bits } from './bit-set.ts';
import type { Columns } from './columns.ts';
import { Order } from './sort-orders.ts';
import type { BufferPool } from './buffer-pool.ts';

/** Places between two precomputed sets; the fewer, the more memory and the less work per query. */
const STRIDE = 1_024;

/**
 * Lots ordered by a number: a range is answered from sets precomputed along the order, so that a query costs the same
 * however many lots are in the range.
 */
class Ranges extends Order {
  readonly #columns: Columns;
  readonly #value: (place: number) => number;
  /** Set i holds the first i × STRIDE places of the order; built when first needed. */
  #below: Bits[] | null = null;

  constructor(columns: Columns, value: (place: number) => number) {
    super(columns, (a, b) => value(a) - value(b) || a - b);
    this.#columns = columns;
    this.#value = value;
  }

  override update(changed: ReadonlySet<number>, gone: ReadonlySet<number>): void {
    super.update(changed, gone);
    this.#below = null;
  }

  /** Lots whose number is at least `from` and below `to`, in a new set. */
  between(from: number, to: number): Bits {
    const found = bitsFor(this.#columns.id.length);
    this.#lowest(to, found);
    if (from !== -Infinity) {
      const below = bitsFor(this.#columns.id.length);
      this.#lowest(from, below);
      subtract(found, below);
    }
    return found;
  }

  /** Numbers that part the lots into about so many equal parts, ascending, each once. */
  steps(parts: number): number[] {
    const at = (part: number): number => Math.floor((part * this.places.length) / parts);
    const all = Array.from({ length: parts - 1 }, (_, part) => this.places[at(part + 1)]);
    return [...new Set(all.flatMap((place) => (place === undefined ? [] : [this.#value(place)])))];
  }

  /** Removes from `found` the lots outside the range. */
  keep(found: Bits, from: number, to: number, pool: BufferPool): void {
    const limit = pool.empty();
    if (to !== Infinity) {
      this.#lowest(to, limit);
      intersect(found, limit);
    }
    if (from !== -Infinity) {
      this.#lowest(from, limit);
      subtract(found, limit);
    }
  }

  /** Fills `found` with the lots below a number. */
  #lowest(limit: number, found: Bits): void {
    const count = this.#countBelow(limit);
    const sets = (this.#below ??= this.#along());
    const nearest = Math.min(Math.round(count / STRIDE), sets.length - 1);
    const set = sets[nearest] as Bits;
    if (set.length > found.length) found.set(set.subarray(0, found.length));
    else found.fill(0, set.length).set(set);
    for (let i = nearest * STRIDE; i < count; i += 1) setBit(found, this.places[i] as number);
    for (let i = count; i < nearest * STRIDE && i < this.places.length; i += 1)
      clearBit(found, this.places[i] as number);
  }

  #countBelow(limit: number): number {
    let [low, high] = [0, this.places.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#value(this.places[middle] as number) < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #along(): Bits[] {
    const set = bitsFor(this.#columns.id.length);
    const sets = [set.slice()];
    for (let i = 0; i < this.places.length; i += 1) {
      setBit(set, this.places[i] as number);
      if ((i + 1) % STRIDE === 0) sets.push(set.slice());
    }
    return sets;
  }
}

export function rangesOf(columns: Columns) {
  return {
    startPrice: new Ranges(columns, (place) => columns.startPrice[place] as number),
    opensAt: new Ranges(columns, (place) => columns.opensAt[place] as number),
    closesAt: new Ranges(columns, (place) => columns.closesAt[place] as number),
    publishedAt: new Ranges(columns, (place) => columns.publishedAt[place] as number),
  };
}
export type RangesOfLots = ReturnType<typeof rangesOf>;
