import type { SavedFilter } from '#shared/api/cabinet/saved-searches.ts';
import { LOT_TAB } from '#shared/lifecycles/lot-tabs.ts';
import { formatTiyin } from '#shared/money/money.ts';

/** Names that the page of lots has for sums, which it takes in UZS. */
const IN_UZS: Readonly<Record<string, string>> = { priceFromTiyin: 'priceFrom', priceToTiyin: 'priceTo' };

/** Path of the page of lots with these filters (client/features/site/lots/list-query.ts), the newest lots first. */
export function pathOfSearch(filter: SavedFilter): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    const inUzs = IN_UZS[name];
    if (inUzs === undefined) search.set(name, String(value));
    else search.set(inUzs, formatTiyin(Number(value)).replaceAll('\u00a0', ''));
  }
  search.set('i', String(LOT_TAB.searchResults));
  search.set('sort', 'newest');
  return `/lot-list?${search}`;
}
