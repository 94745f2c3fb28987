import type { LotFilter } from '#shared/api/lots.ts';
import { NEW_LOT_DAYS, TAB_STATUSES, type LotTab } from '#shared/states/lot-tabs.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { bitsFor, clearBit, eachBit, intersect, unite, type Bits } from './bits.ts';
import type { Columns, Dimension } from './columns.ts';

/** First instant of a day (`YYYY-MM-DD`) in Tashkent. */
const dayStart = (day: string): number => Date.parse(`${day}T00:00:00+05:00`);

/** Values a filter asks for, by dimension. */
function wanted(filter: LotFilter): [Dimension, number][] {
  const all: [Dimension, number | undefined][] = [
    ['region', filter.region],
    ['area', filter.area],
    ['group', filter.group],
    ['category', filter.category],
    ['orderType', filter.orderType && (filter.orderType === 'state' ? 1 : 2)],
    ['trade', filter.tradeType && (filter.tradeType === 'auction' ? 1 : 2)],
    ['payment', filter.payment && (filter.payment === 'parts' ? 1 : 2)],
  ];
  return all.filter((one): one is [Dimension, number] => one[1] !== undefined);
}

/** Takes out of `found` what is outside of a range of a column; `to` itself is outside. */
function keepBetween(found: Bits, column: Float64Array, from: number, to: number): void {
  eachBit(found, (place) => {
    const value = column[place] ?? 0;
    if (value < from || value >= to) clearBit(found, place);
  });
}

/** Lots that pass the person's filters, words aside; the tab is not one of them. */
export function filtered(columns: Columns, filter: LotFilter): Bits {
  const found = columns.listed.slice();
  for (const [dimension, value] of wanted(filter)) {
    const having = columns.having(dimension, value);
    if (!having) return bitsFor(columns.id.length);
    intersect(found, having);
  }
  if (filter.priceFromTiyin !== undefined || filter.priceToTiyin !== undefined)
    keepBetween(found, columns.startPrice, filter.priceFromTiyin ?? 0, (filter.priceToTiyin ?? Infinity) + 1);
  if (filter.dateFrom !== undefined || filter.dateTo !== undefined) {
    const from = filter.dateFrom === undefined ? -Infinity : dayStart(filter.dateFrom);
    const to = filter.dateTo === undefined ? Infinity : dayStart(filter.dateTo) + DAY_MS;
    keepBetween(found, columns.opensAt, from, to);
  }
  return found;
}

/** Lots of a tab, whatever the filters; null: all of them. */
export function inTab(columns: Columns, tab: LotTab, nowMs: number): Bits | null {
  if (tab === 1) {
    const recent = columns.listed.slice();
    keepBetween(recent, columns.publishedAt, nowMs - NEW_LOT_DAYS * DAY_MS, Infinity);
    return recent;
  }
  const statuses = TAB_STATUSES[tab];
  if (!statuses) return null;
  const all = bitsFor(columns.id.length);
  for (const status of statuses) {
    const having = columns.having('status', status);
    if (having) unite(all, having);
  }
  return all;
}
