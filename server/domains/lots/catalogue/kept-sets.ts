import type { LotFilter } from '#shared/api/lots.ts';
import { bitsFor, countBits, intersect, type Bits } from './bits.ts';
import type { Columns } from './columns.ts';
import { traitsOf } from './narrow.ts';
import type { Among } from './orders.ts';
import type { Ranges } from './ranges.ts';

/** Sets kept at most: 12 kB each for 100 000 lots, and 4 bytes a lot of theirs where prices were asked for. */
const KEPT = 2_048;

/** Lots of a tab with the same traits (region, category, payment …): what many questions have in common. */
export class KeptSet {
  readonly bits: Bits;
  /** The tab it was made with, as it was. */
  readonly tab: Bits | null;
  readonly version: number;
  readonly #columns: Columns;
  readonly #byPrice: Ranges;
  #count = -1;
  #cheapestFirst: Int32Array | null = null;

  constructor(columns: Columns, byPrice: Ranges, bits: Bits, tab: Bits | null) {
    this.bits = bits;
    this.tab = tab;
    this.version = columns.version;
    this.#columns = columns;
    this.#byPrice = byPrice;
  }

  /** Those with a start price in bounds, both inclusive: however many they are, they cost two look-ups. */
  within(from: number | undefined, to: number | undefined): Among {
    if (this.#count < 0) this.#count = countBits(this.bits);
    if (from === undefined && to === undefined) return { bits: this.bits, count: this.#count, priced: null };
    const bounds = { from: from ?? -Infinity, to: to ?? Infinity, prices: this.#columns.startPrice };
    const all = (this.#cheapestFirst ??= this.#byPrice.placesIn(this.bits, this.#count));
    const places = all.subarray(this.#countBelow(all, bounds.from), this.#countBelow(all, bounds.to + 1));
    return { bits: this.bits, count: places.length, priced: { ...bounds, places } };
  }

  #countBelow(places: Int32Array, price: number): number {
    const prices = this.#columns.startPrice;
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((prices[places[middle] as number] as number) < price) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The sets asked for lately. They outlive prices that move: only another trait, start price or time ends them. */
export class KeptSets {
  readonly #columns: Columns;
  readonly #byPrice: Ranges;
  readonly #kept = new Map<string, KeptSet>();

  constructor(columns: Columns, byPrice: Ranges) {
    this.#columns = columns;
    this.#byPrice = byPrice;
  }

  /** @param name of the tab @param tab its lots; null: all */
  of(f: LotFilter, name: number, tab: Bits | null): KeptSet {
    const key = `${name} ${f.region} ${f.area} ${f.group} ${f.category} ${f.orderType} ${f.tradeType} ${f.payment}`;
    const held = this.#kept.get(key);
    this.#kept.delete(key);
    const good = held && held.version === this.#columns.version && held.tab === tab;
    const set = good ? held : this.#make(f, tab);
    this.#kept.set(key, set);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value as string);
    return set;
  }

  #make(filter: LotFilter, tab: Bits | null): KeptSet {
    const traits = traitsOf(this.#columns, filter);
    const bits = traits ? this.#columns.listed.slice() : bitsFor(this.#columns.id.length);
    for (const trait of traits ?? []) intersect(bits, trait);
    if (tab) intersect(bits, tab);
    return new KeptSet(this.#columns, this.#byPrice, bits, tab);
  }
}
