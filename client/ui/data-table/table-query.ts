import { useLocation, useSearchParams } from 'react-router-dom';

export interface TableQuery<Key extends string> {
  /** From 1. */
  page: number;
  /** Chosen values; an empty text where nothing is chosen. */
  filters: Readonly<Record<Key, string>>;
  /** Something is chosen. */
  filtered: boolean;
  /** Changes the choice, back on the first page. */
  choose: (patch: Partial<Record<Key, string>>) => void;
  clear: () => void;
  /** Address of a page with the same filters. */
  pageTo: (page: number) => string;
}

/** Page and filters of a table; they live in the address, so that a reload, a link and the way back show the same rows. */
export function useTableQuery<Key extends string>(keys: readonly Key[]): TableQuery<Key> {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const filters = Object.fromEntries(keys.map((key) => [key, search.get(key) ?? ''])) as Record<Key, string>;
  const page = Number(search.get('page') ?? 1);
  const withChanges = (changes: Partial<Record<string, string>>) => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries(changes)) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    return next;
  };
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    filters,
    filtered: keys.some((key) => filters[key] !== ''),
    choose: (patch) => setSearch(withChanges({ ...patch, page: '' }), { replace: true }),
    clear: () =>
      setSearch(withChanges(Object.fromEntries(['page', ...keys].map((key) => [key, '']))), {
        replace: true,
      }),
    pageTo: (to) => {
      const query = withChanges({ page: to === 1 ? '' : String(to) }).toString();
      return query ? `${pathname}?${query}` : pathname;
    },
  };
}
