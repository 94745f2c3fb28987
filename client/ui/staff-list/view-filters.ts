import { VIEW_FILTERS, type ListView, type ViewFilter } from '#shared/api/console/list-choices.ts';

/** Values that a filter of a view may have; the server refuses others. */
const SHORT_VALUE = /^[\w.:-]{1,40}$/;

/** What a view holds of the query of an address; it begins on the first page. */
export function filtersOf(search: string): ListView['filters'] {
  const query = new URLSearchParams(search);
  const filters = VIEW_FILTERS.flatMap((name): [ViewFilter, string][] => {
    const value = query.get(name) ?? '';
    return SHORT_VALUE.test(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(filters);
}

/** Filters as the query of an address, always in the same order. */
export const queryOf = (filters: ListView['filters']): string =>
  new URLSearchParams(
    VIEW_FILTERS.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])),
  ).toString();
