import type { LotFilter } from '#shared/api/site/lots.ts';
import { LOT_STAGES, LOT_TAB, NEW_LOT_DAYS, TAB_STATUSES, type LotTab } from '#shared/lifecycles/lot-tabs.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { bitsFor, unite, type Bits } from './bit-set.ts';
import type { Columns, Dimension } from './columns.ts';
import type { RangesOfLots } from './number-ranges.ts';
import type { BufferPool } from './buffer-pool.ts';

/** First instant of a day (`YYYY-MM-DD`) in Tashkent. */
const dayStart = (day: string): number => Date.parse(`${day}T00:00:00+05:00`);

/** Values a filter asks for, by dimension. */
function wanted(filter: LotFilter): [Dimension, number | undefined][] {
  return [
    ['status', filter.stage && LOT_STAGES[filter.stage]],
    ['region', filter.region],
    ['area', filter.area],
    ['group', filter.group],
    ['category', filter.category],
    ['orderType', filter.orderType && (filter.orderType === 'state' ? 1 : 2)],
    ['trade', filter.tradeType && (filter.tradeType === 'auction' ? 1 : 2)],
    ['payment', filter.payment && (filter.payment === 'parts' ? 1 : 2)],
    ['tenure', filter.tenure && (filter.tenure === 'rent' ? 1 : 2)],
  ];
}

/** The sets to intersect for a filter, except prices, dates and words; null: a value that no lot ever had. */
export function traitsOf(columns: Columns, filter: LotFilter): Bits[] | null {
  const sets: Bits[] = [];
  for (const [dimension, value] of wanted(filter)) {
    if (value === undefined) continue;
    const having = columns.having(dimension, value);
    if (!having) return null;
    sets.push(having);
  }
  return sets;
}

/** Removes from `found` the lots whose start price is outside the bounds. */
export function keepPrices(found: Bits, ranges: RangesOfLots, filter: LotFilter, pool: BufferPool): void {
  const bounds = boundsOf(filter);
  if (bounds) ranges.startPrice.keep(found, bounds.from, bounds.to + 1, pool);
}

/** Start prices a filter asks for, both inclusive; null: any. */
export function boundsOf({ priceFromTiyin, priceToTiyin }: LotFilter): { from: number; to: number } | null {
  if (priceFromTiyin === undefined && priceToTiyin === undefined) return null;
  return { from: priceFromTiyin ?? -Infinity, to: priceToTiyin ?? Infinity };
}

/** The time in which lots have to be traded: trade opens before `until` and closes no sooner than `from`; null: any. */
export function daysOf(filter: LotFilter): { from: number; until: number } | null {
  if (!hasDays(filter)) return null;
  return {
    // Trade that closes as a day begins is not on that day.
    from: filter.dateFrom === undefined ? -Infinity : dayStart(filter.dateFrom) + 1,
    until: filter.dateTo === undefined ? Infinity : dayStart(filter.dateTo) + DAY_MS,
  };
}

/** Removes from `found` the lots that are not traded on these days. */
export function keepDays(found: Bits, ranges: RangesOfLots, filter: LotFilter, pool: BufferPool): void {
  const days = daysOf(filter);
  if (!days) return;
  ranges.opensAt.keep(found, -Infinity, days.until, pool);
  ranges.closesAt.keep(found, days.from, Infinity, pool);
}

export const hasDays = (filter: LotFilter): boolean =>
  filter.dateFrom !== undefined || filter.dateTo !== undefined;

/** Lots of a tab, whatever the filters; null: all of them. */
export function inTab(columns: Columns, ranges: RangesOfLots, tab: LotTab, nowMs: number): Bits | null {
  if (tab === LOT_TAB.newLots) return ranges.publishedAt.between(nowMs - NEW_LOT_DAYS * DAY_MS, Infinity);
  const statuses = TAB_STATUSES[tab];
  if (!statuses) return null;
  const all = bitsFor(columns.id.length);
  for (const status of statuses) {
    const having = columns.having('status', status);
    if (having) unite(all, having);
  }
  return all;
}
