import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { myProtests, protestOfLot } from '#shared/api/cabinet/protests.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';

/** First part of the keys of everything shown of protests. */
const PROTESTS = 'protest';

export const protestOfLotQuery = (lotId: number) =>
  queryOptions({
    queryKey: [PROTESTS, 'of-lot', lotId],
    queryFn: ({ signal }) => call(protestOfLot, { params: { lotId }, signal }),
    ...recovering(),
  });

export const myProtestsQuery = (page: number) =>
  queryOptions({
    queryKey: [PROTESTS, 'mine', page],
    queryFn: ({ signal }) => call(myProtests, { query: { page, size: 20 }, signal }),
    ...recovering(),
  });

/** Everything shown of protests, and of the lot they are about, is read again. */
export function useRefreshProtests(): () => Promise<unknown> {
  const queries = useQueryClient();
  return useCallback(
    () =>
      Promise.all(
        [PROTESTS, 'lot-result', 'after-sale'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
    [queries],
  );
}
