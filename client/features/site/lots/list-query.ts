import { ORDER_TYPES } from '#shared/api/site/reference.ts';
import { LOT_SORTS, type LotFilter, type LotSort } from '#shared/api/site/lots.ts';
import { LOT_PAGE_SIZE, LOT_PAGE_SIZE_MAX, LOT_SEARCH_MAX } from '#shared/limits/lot-list.ts';
import { TENURES } from '#shared/trade/rent.ts';
import { formatTiyin, parseSum } from '#shared/money/money.ts';
import {
  DEFAULT_LOT_TAB,
  LOT_STAGE_NAMES,
  LOT_TAB,
  type LotStage,
  type LotTab,
} from '#shared/lifecycles/lot-tabs.ts';

type ListView = 'grid' | 'list';

/** What narrows the list; null is "any". */
export interface ListFilters {
  q: string;
  region: number | null;
  /** Of the region: never without it. */
  area: number | null;
  group: number | null;
  category: number | null;
  orderType: (typeof ORDER_TYPES)[number] | null;
  tradeType: (typeof TRADE_TYPES)[number] | null;
  payment: (typeof PAYMENTS)[number] | null;
  tenure: (typeof TENURES)[number] | null;
  /** Bidding now, or applications accepted. */
  stage: LotStage | null;
  /** Start price; from ≤ to. */
  priceFromTiyin: number | null;
  priceToTiyin: number | null;
  /** YYYY-MM-DD in Tashkent; from ≤ to. */
  dateFrom: string | null;
  dateTo: string | null;
}

/** The lot list as its address says it. The address is the only place where this state lives. */
export interface ListQuery extends ListFilters {
  i: LotTab;
  page: number;
  size: number;
  view: ListView;
  /** Null: the tab's own order. */
  sort: LotSort | null;
}

export const TRADE_TYPES = ['auction', 'fixed-price'] as const;
export const PAYMENTS = ['full', 'parts'] as const;
/** Sizes offered; an address may hold any up to the largest. */
export const PAGE_SIZES = [LOT_PAGE_SIZE, 24, 48, 96] as const;

export const NO_FILTERS: ListFilters = {
  q: '',
  region: null,
  area: null,
  group: null,
  category: null,
  orderType: null,
  tradeType: null,
  payment: null,
  tenure: null,
  stage: null,
  priceFromTiyin: null,
  priceToTiyin: null,
  dateFrom: null,
  dateTo: null,
};

/** The filters of the query alone, as a draft a person may change. */
export const filtersOf = (query: ListFilters): ListFilters =>
  Object.fromEntries(
    (Object.keys(NO_FILTERS) as (keyof ListFilters)[]).map((name) => [name, query[name]]),
  ) as unknown as ListFilters;

const TABS: readonly number[] = Object.values(LOT_TAB);
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MAX_ID = 999_999_999;
const MAX_PAGE = 100_000;

const whole = (text: string | null, max: number): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) && Number(text) <= max ? Number(text) : null;

const oneOf = <T extends string>(text: string | null, values: readonly T[]): T | null =>
  values.find((value) => value === text) ?? null;

/** A day of the calendar: 31 February is none. */
const date = (text: string | null): string | null => {
  if (text === null || !DATE.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
};

/** Two ends in their order, whichever way round they were given. */
function inOrder<T extends string | number>(from: T | null, to: T | null): [T | null, T | null] {
  return from !== null && to !== null && from > to ? [to, from] : [from, to];
}

/** Ends of ranges in order, an area only with its region. */
export function tidyFilters<Q extends ListFilters>(query: Q): Q {
  const [priceFromTiyin, priceToTiyin] = inOrder(query.priceFromTiyin, query.priceToTiyin);
  const [dateFrom, dateTo] = inOrder(query.dateFrom, query.dateTo);
  const area = query.region === null ? null : query.area;
  return { ...query, area, priceFromTiyin, priceToTiyin, dateFrom, dateTo };
}

/** Reads an address; anything it cannot use counts as not given, so an old or mistyped link still opens the list. */
export function readListQuery(search: URLSearchParams): ListQuery {
  const tab = Number(search.get('i') ?? DEFAULT_LOT_TAB);
  const sum = (name: string) => parseSum(search.get(name) ?? '');
  const id = (name: string) => whole(search.get(name), MAX_ID);
  return tidyFilters({
    i: TABS.includes(tab) && search.get('i')?.trim() !== '' ? (tab as LotTab) : DEFAULT_LOT_TAB,
    page: whole(search.get('page'), MAX_PAGE) ?? 1,
    size: whole(search.get('size'), LOT_PAGE_SIZE_MAX) ?? LOT_PAGE_SIZE,
    view: search.get('view') === 'list' ? 'list' : 'grid',
    sort: oneOf(search.get('sort'), LOT_SORTS),
    // Cut before the spaces go, and by whole characters: half an emoji cannot stand in an address.
    q: [...(search.get('q') ?? '').replaceAll('\0', '')].slice(0, LOT_SEARCH_MAX).join('').trim(),
    region: id('region'),
    area: id('area'),
    group: id('group'),
    category: id('category'),
    orderType: oneOf(search.get('orderType'), ORDER_TYPES),
    tradeType: oneOf(search.get('tradeType'), TRADE_TYPES),
    payment: oneOf(search.get('payment'), PAYMENTS),
    tenure: oneOf(search.get('tenure'), TENURES),
    stage: oneOf(search.get('stage'), LOT_STAGE_NAMES),
    priceFromTiyin: sum('priceFrom'),
    priceToTiyin: sum('priceTo'),
    dateFrom: date(search.get('dateFrom')),
    dateTo: date(search.get('dateTo')),
  });
}

/** The address of a state; defaults are left out, money is in UZS. `readListQuery` gives the same state back. */
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
  put('sort', query.sort);
  put('region', query.region);
  put('area', query.area);
  put('group', query.group);
  put('category', query.category);
  put('orderType', query.orderType);
  put('tradeType', query.tradeType);
  put('payment', query.payment);
  put('tenure', query.tenure);
  put('stage', query.stage);
  put('priceFrom', sum(query.priceFromTiyin));
  put('priceTo', sum(query.priceToTiyin));
  put('dateFrom', query.dateFrom);
  put('dateTo', query.dateTo);
  return search;
}

/** Names the list reads from its address. */
const OWN = [
  'q',
  'i',
  'page',
  'size',
  'view',
  'sort',
  'region',
  'area',
  'group',
  'category',
  'orderType',
  'tradeType',
  'payment',
  'tenure',
  'stage',
  'priceFrom',
  'priceTo',
  'dateFrom',
  'dateTo',
];

/** True when a part of the address was given and could not be used: the page says so. */
export function leavesOut(search: URLSearchParams): boolean {
  const query = readListQuery(search);
  const read = new URLSearchParams(writeListQuery(query));
  const usual: Record<string, string> = {
    i: String(DEFAULT_LOT_TAB),
    page: '1',
    size: String(LOT_PAGE_SIZE),
    view: 'grid',
  };
  return OWN.some((name) =>
    search.getAll(name).some((given) => {
      if (given.trim() === '') return false;
      const taken = read.get(name) ?? usual[name];
      return taken === undefined || (name in usual && taken !== given);
    }),
  );
}

/** The filters as the server takes them, without tab, page and order. */
export function filterOf({ q, ...rest }: ListFilters): LotFilter {
  const names = Object.keys(NO_FILTERS).filter((name) => name !== 'q') as (keyof typeof rest)[];
  const given = names.filter((name) => rest[name] !== null).map((name) => [name, rest[name]]);
  const filter = Object.fromEntries(given) as LotFilter;
  return q === '' ? filter : { ...filter, q };
}

/** How many filters are set, the search text aside. */
export function filterCount(query: ListFilters): number {
  return Object.keys(filterOf({ ...query, q: '' })).length;
}

export const anyFilter = (query: ListFilters): boolean => query.q !== '' || filterCount(query) > 0;

/**
 * The state after a change. Anything but the page or the look goes back to page 1; a new search shows its results in
 * their tab, and that tab is left when nothing is searched any more. Only the tab of current lots has stages.
 */
export function changed(before: ListQuery, part: Partial<ListQuery>): ListQuery {
  const keepsPage = 'page' in part || 'view' in part;
  const next = tidyFilters({ ...before, ...(keepsPage ? {} : { page: 1 }), ...part });
  const i = 'i' in part ? next.i : tabAfter(before, next);
  return { ...next, i, stage: i === LOT_TAB.current ? next.stage : null };
}

function tabAfter(before: ListQuery, next: ListQuery): LotTab {
  if (next.q !== before.q && next.q !== '') return LOT_TAB.searchResults;
  const emptied = anyFilter(before) && !anyFilter(next);
  return emptied && next.i === LOT_TAB.searchResults ? DEFAULT_LOT_TAB : next.i;
}
