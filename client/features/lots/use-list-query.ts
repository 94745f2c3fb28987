import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readListQuery, writeListQuery, type ListQuery } from './list-query.ts';

/** State of the lot list in the address. A change of anything but the page goes back to page 1. */
export function useListQuery(): [ListQuery, (change: Partial<ListQuery>) => void] {
  const [search, setSearch] = useSearchParams();
  const query = useMemo(() => readListQuery(search), [search]);
  const change = useCallback(
    (part: Partial<ListQuery>) =>
      setSearch((before) => {
        const keepsPage = 'page' in part || 'view' in part;
        return writeListQuery({ ...readListQuery(before), ...(keepsPage ? {} : { page: 1 }), ...part });
      }),
    [setSearch],
  );
  return [query, change];
}
