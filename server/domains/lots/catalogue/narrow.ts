import type { LotFilter } from '#shared/api/lots.ts';
import { NEW_LOT_DAYS, TAB_STATUSES, type LotTab } from '#shared/states/lot-tabs.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { bitsFor, intersect, unite, type Bits } from './bits.ts';
import type { Columns, Dimension } from './columns.ts';
import type { RangesOfLots } from './ranges.ts';

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

/** Lots that pass the person's filters, words aside; the tab is not one of them. */
export function filtered(columns: Columns, ranges: RangesOfLots, filter: LotFilter): Bits {
  const found = columns.listed.slice();
  for (const [dimension, value] of wanted(filter)) {
    const having = columns.having(dimension, value);
    if (!having) return bitsFor(columns.id.length);
    intersect(found, having);
  }
  if (filter.priceFromTiyin !== undefined || filter.priceToTiyin !== undefined)
    intersect(
      found,
      ranges.startPrice.between(filter.priceFromTiyin ?? -Infinity, (filter.priceToTiyin ?? Infinity) + 1),
    );
  if (filter.dateFrom !== undefined || filter.dateTo !== undefined) {
    const from = filter.dateFrom === undefined ? -Infinity : dayStart(filter.dateFrom);
    const to = filter.dateTo === undefined ? Infinity : dayStart(filter.dateTo) + DAY_MS;
    intersect(found, ranges.opensAt.between(from, to));
  }
  return found;
}

/** Lots of a tab, whatever the filters; null: all of them. */
export function inTab(columns: Columns, ranges: RangesOfLots, tab: LotTab, nowMs: number): Bits | null {
  if (tab === 1) return ranges.publishedAt.between(nowMs - NEW_LOT_DAYS * DAY_MS, Infinity);
  const statuses = TAB_STATUSES[tab];
  if (!statuses) return null;
  const all = bitsFor(columns.id.length);
  for (const status of statuses) {
    const having = columns.having('status', status);
    if (having) unite(all, having);
  }
  return all;
}
