import type { LotTab } from '#shared/lifecycles/lot-tabs.ts';
import { hasBit, type Bits } from './bit-set.ts';

/** Tabs are numbered from 0. */
const TABS = 5;
/** Lots between two prefix sums. */
const STRIDE = 64;

type Counts = Record<number, number>;

/** Counts of a list's lots by tab: a range of the list is a difference of prefix sums. */
export class TabCounts {
  /** Members of the tab of new lots when the sums were computed. */
  readonly fresh: Bits;
  readonly #list: Int32Array;
  readonly #tabs: Uint8Array;
  /** Counts before every STRIDE-th lot, TABS numbers each. */
  readonly #sums: Uint32Array;

  /** @param tabs tab of each place by status; 0: none */
  constructor(list: Int32Array, tabs: Uint8Array, fresh: Bits) {
    this.fresh = fresh;
    this.#list = list;
    this.#tabs = tabs;
    this.#sums = new Uint32Array((Math.floor(list.length / STRIDE) + 1) * TABS);
    const counts = new Uint32Array(TABS);
    for (let i = 0; i < list.length; i += STRIDE) {
      this.#sums.set(counts, (i / STRIDE) * TABS);
      this.#add(counts, i, Math.min(i + STRIDE, list.length), 1);
    }
    if (list.length % STRIDE === 0) this.#sums.set(counts, (list.length / STRIDE) * TABS);
  }

  /** Of the whole list. */
  get all(): Record<LotTab, number> {
    return this.between(0, this.#list.length);
  }

  /** Of the lots in [`begin`, `end`), by tab number; tab 0 counts all. */
  between(begin: number, end: number): Record<LotTab, number> {
    const counts = { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0 };
    this.#addBefore(counts, end, 1);
    this.#addBefore(counts, begin, -1);
    return counts;
  }

  #addBefore(counts: Counts, end: number, sign: number): void {
    const nearest = Math.floor(end / STRIDE);
    for (let tab = 0; tab < TABS; tab += 1)
      counts[tab] = (counts[tab] as number) + sign * (this.#sums[nearest * TABS + tab] as number);
    this.#add(counts, nearest * STRIDE, end, sign);
  }

  #add(counts: Counts | Uint32Array, begin: number, end: number, sign: number): void {
    for (let i = begin; i < end; i += 1) {
      const place = this.#list[i] as number;
      const own = this.#tabs[place] as number;
      counts[0] = (counts[0] as number) + sign;
      if (hasBit(this.fresh, place)) counts[1] = (counts[1] as number) + sign;
      if (own !== 0) counts[own] = (counts[own] as number) + sign;
    }
  }
}
