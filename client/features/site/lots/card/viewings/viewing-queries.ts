import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { lotViewings, myViewing } from '#shared/api/site/viewings.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';

/** First part of the keys of everything shown of viewings. */
const VIEWINGS = 'viewings';
/** Others take places meanwhile. */
const ASK_MS = 60_000;

export const viewingsQuery = (lotId: number) =>
  queryOptions({
    queryKey: [VIEWINGS, lotId],
    queryFn: ({ signal }) => call(lotViewings, { params: { id: lotId }, signal }),
    ...recovering(ASK_MS),
  });

export const myViewingQuery = (lotId: number) =>
  queryOptions({
    queryKey: [VIEWINGS, lotId, 'mine'],
    queryFn: ({ signal }) => call(myViewing, { params: { id: lotId }, signal }),
    ...recovering(),
  });

export function useRefreshViewings(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [VIEWINGS] }), [queries]);
}
