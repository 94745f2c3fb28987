import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { changed, leavesOut, readListQuery, writeListQuery, type ListQuery } from './list-query.ts';

export interface ListAddress {
  query: ListQuery;
  /** @param replace true where going back must not lead to the state before */
  change: (part: Partial<ListQuery>, replace?: boolean) => void;
  /** A part of the address the page was opened with could not be used; the address has been put right. */
  corrected: boolean;
  dismiss: () => void;
}

/** State of the lot list in the address. */
export function useListQuery(): ListAddress {
  const [search, setSearch] = useSearchParams();
  const query = useMemo(() => readListQuery(search), [search]);
  const [corrected, setCorrected] = useState(false);
  const wrong = useMemo(() => leavesOut(search), [search]);
  useEffect(() => {
    if (!wrong) return;
    setCorrected(true);
    setSearch(writeListQuery(query), { replace: true });
  }, [wrong, query, setSearch]);
  const change = useCallback(
    (part: Partial<ListQuery>, replace = false) => {
      setCorrected(false);
      setSearch((before) => writeListQuery(changed(readListQuery(before), part)), { replace });
    },
    [setSearch],
  );
  const dismiss = useCallback(() => setCorrected(false), []);
  return { query, change, corrected, dismiss };
}
