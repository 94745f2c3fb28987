import { CURRENT_STATUSES, NEW_LOT_DAYS } from '#shared/lifecycles/lot-tabs.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { Columns, OVER, type CatalogueRow } from './columns.ts';
import { rangesOf } from './number-ranges.ts';
import { ordersOf, type Order } from './sort-orders.ts';
import { WordIndex } from './word-index.ts';

export interface LotWords {
  id: number;
  /** As stored: words outside the title begin with `~`. */
  words: readonly string[];
}

const CURRENT: readonly number[] = CURRENT_STATUSES;

/** A bound of prices leaves the lots of one step to be counted one by one. */
const PRICE_STEPS = 64;
/** Lots that were published within these days are always held. */
const HELD_DAYS = NEW_LOT_DAYS + 1;

/** The lots in memory: those on trade, and those that ended last. */
export class Copy {
  /** Lots that ended and were published before this instant are not held; null: every lot is. */
  before: number | null;
  readonly columns = new Columns();
  readonly words = new WordIndex();
  readonly orders = ordersOf(this.columns);
  readonly ranges = rangesOf(this.columns);
  /** Start prices that part the lots into equal parts. */
  priceSteps: readonly number[] = [];
  /** Lots that ended since the copy was made. */
  ended = 0;

  /** @param end as many lots as are to be held ended after it @param nowMs the time by the clock */
  constructor(end: number | null, nowMs: number) {
    this.before = end === null ? null : Math.min(end, nowMs - HELD_DAYS * DAY_MS);
  }

  isOlder({ status, endedAtMs, publishedAtMs }: CatalogueRow): boolean {
    return (
      this.before !== null &&
      endedAtMs !== null &&
      endedAtMs < this.before &&
      publishedAtMs < this.before &&
      !CURRENT.includes(status)
    );
  }

  /** Returns the place of the lot. */
  put(row: CatalogueRow, round: number): number {
    const known = this.columns.placeOf(row.id);
    const wasOver = known !== undefined && this.columns.stage[known] === OVER;
    const place = this.columns.put(row, round);
    if (!wasOver && this.columns.stage[place] === OVER) this.ended += 1;
    return place;
  }

  addWords(lots: readonly LotWords[]): void {
    for (const lot of lots) {
      const place = this.columns.placeOf(lot.id);
      // Without a row it was removed again.
      if (place !== undefined) this.words.add(place, lot.words);
    }
  }

  /** Sorts what was put, once all lots are there. */
  async sort(): Promise<void> {
    this.words.pack();
    const everything = new Set(Array.from({ length: this.columns.size }, (_, place) => place));
    for (const order of this.allOrders()) {
      order.update(everything, new Set());
      // Requests have their turn between two orders.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    this.setPriceSteps();
    this.ended = 0;
  }

  setPriceSteps(): void {
    this.priceSteps = this.ranges.startPrice.steps(PRICE_STEPS);
  }

  allOrders(): Order[] {
    return [...Object.values(this.orders), ...Object.values(this.ranges)];
  }
}
