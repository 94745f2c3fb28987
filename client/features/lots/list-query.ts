import { ORDER_TYPES } from '#shared/api/reference.ts';
import type { LotFilter } from '#shared/api/lots.ts';
import { LOT_PAGE_SIZE, LOT_PAGE_SIZE_MAX, LOT_SEARCH_MAX } from '#shared/limits/lot-list.ts';
import { formatTiyin, parseSum } from '#shared/money/money.ts';
import { DEFAULT_LOT_TAB, LOT_TAB, type LotTab } from '#shared/states/lot-tabs.ts';

export type ListView = 'grid' | 'list';

/** The lot list as its address says it. The address is the only place where this state lives. */
export interface ListQuery {
  i: LotTab;
  page: number;
  size: number;
  view: ListView;
  q: string;
  region: number | null;
  group: number | null;
  category: number | null;
  orderType: (typeof ORDER_TYPES)[number] | null;
  tradeType: 'auction' | 'fixed-price' | null;
  priceFromTiyin: number | null;
  priceToTiyin: number | null;
  /** YYYY-MM-DD in Tashkent. */
  dateFrom: string | null;
  dateTo: string | null;
}

const TABS: readonly number[] = Object.values(LOT_TAB);
const TRADE_TYPES = ['auction', 'fixed-price'] as const;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

const whole = (text: string | null, max: number): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) && Number(text) <= max ? Number(text) : null;

const oneOf = <T extends string>(text: string | null, values: readonly T[]): T | null =>
  values.find((value) => value === text) ?? null;

const date = (text: string | null): string | null =>
  text !== null && DATE.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

/** Reads an address; anything it cannot use counts as not given, so an old or mistyped link still opens the list. */
export function readListQuery(search: URLSearchParams): ListQuery {
  const tab = Number(search.get('i') ?? DEFAULT_LOT_TAB);
  const sum = (name: string) => parseSum(search.get(name) ?? '');
  return {
    i: TABS.includes(tab) && search.get('i') !== '' ? (tab as LotTab) : DEFAULT_LOT_TAB,
    page: whole(search.get('page'), 100_000) ?? 1,
    size: whole(search.get('size'), LOT_PAGE_SIZE_MAX) ?? LOT_PAGE_SIZE,
    view: search.get('view') === 'list' ? 'list' : 'grid',
    q: (search.get('q') ?? '').trim().slice(0, LOT_SEARCH_MAX),
    region: whole(search.get('region'), 999_999_999),
    group: whole(search.get('group'), 999_999_999),
    category: whole(search.get('category'), 999_999_999),
    orderType: oneOf(search.get('orderType'), ORDER_TYPES),
    tradeType: oneOf(search.get('tradeType'), TRADE_TYPES),
    priceFromTiyin: sum('priceFrom'),
    priceToTiyin: sum('priceTo'),
    dateFrom: date(search.get('dateFrom')),
    dateTo: date(search.get('dateTo')),
  };
}

/** The address of a state; defaults are left out, money stands in UZS. `readListQuery` gives the same state back. */
export function writeListQuery(query: ListQuery): URLSearchParams {
  const search = new URLSearchParams();
  const put = (name: string, value: string | number | null, usual: string | number | null = null) => {
    if (value !== usual && value !== null && value !== '') search.set(name, String(value));
  };
  const sum = (tiyin: number | null) => (tiyin === null ? null : formatTiyin(tiyin).replaceAll('\u00a0', ''));
  put('q', query.q);
  put('i', query.i, DEFAULT_LOT_TAB);
  put('page', query.page, 1);
  put('size', query.size, LOT_PAGE_SIZE);
  put('view', query.view, 'grid');
  put('region', query.region);
  put('group', query.group);
  put('category', query.category);
  put('orderType', query.orderType);
  put('tradeType', query.tradeType);
  put('priceFrom', sum(query.priceFromTiyin));
  put('priceTo', sum(query.priceToTiyin));
  put('dateFrom', query.dateFrom);
  put('dateTo', query.dateTo);
  return search;
}

/** The filters as the server takes them, without tab and page. */
export function filterOf(query: ListQuery): LotFilter {
  const { q, region, group, category, orderType, tradeType, priceFromTiyin, priceToTiyin, dateFrom, dateTo } =
    query;
  const all = {
    region,
    group,
    category,
    orderType,
    tradeType,
    priceFromTiyin,
    priceToTiyin,
    dateFrom,
    dateTo,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as LotFilter;
  return q === '' ? given : { ...given, q };
}

export const NO_FILTERS = {
  q: '',
  region: null,
  group: null,
  category: null,
  orderType: null,
  tradeType: null,
  priceFromTiyin: null,
  priceToTiyin: null,
  dateFrom: null,
  dateTo: null,
} satisfies Partial<ListQuery>;

/** How many filters are set, the search text aside. */
export function filterCount(query: ListQuery): number {
  return Object.keys(filterOf({ ...query, q: '' })).length;
}
