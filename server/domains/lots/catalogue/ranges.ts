import { bitsFor, clearBit, setBit, type Bits } from './bits.ts';
import type { Columns } from './columns.ts';
import { Order } from './orders.ts';

/** Places between two kept sets; the fewer, the more memory and the less work for each question. */
const STRIDE = 2_048;

/**
 * Lots by a number of theirs: which of them lie in a range is answered from sets kept along the order, so that a
 * question costs the same however many lots the range holds.
 */
export class Ranges extends Order {
  readonly #columns: Columns;
  readonly #value: (place: number) => number;
  /** Set i holds the first i × STRIDE places of the order; made when first asked for. */
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

  /** Lots whose number is at least `from` and below `to`. */
  between(from: number, to: number): Bits {
    const found = this.#lowest(to);
    const below = from === -Infinity ? null : this.#lowest(from);
    if (below) for (let i = 0; i < found.length; i += 1) found[i] = (found[i] ?? 0) & ~(below[i] ?? 0);
    return found;
  }

  /** Lots below a number, in a set of the caller's own. */
  #lowest(limit: number): Bits {
    const count = this.#countBelow(limit);
    const sets = (this.#below ??= this.#along());
    const nearest = Math.min(Math.round(count / STRIDE), sets.length - 1);
    const found = (sets[nearest] as Bits).slice();
    for (let i = nearest * STRIDE; i < count; i += 1) setBit(found, this.places[i] as number);
    for (let i = count; i < nearest * STRIDE && i < this.places.length; i += 1)
      clearBit(found, this.places[i] as number);
    return found;
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
    startPrice: new Ranges(columns, (place) => columns.startPrice[place] ?? 0),
    opensAt: new Ranges(columns, (place) => columns.opensAt[place] ?? 0),
    publishedAt: new Ranges(columns, (place) => columns.publishedAt[place] ?? 0),
  };
}
export type RangesOfLots = ReturnType<typeof rangesOf>;
