import { useQuery, useQueryClient } from '@tanstack/react-query';
import { myApplications } from '#shared/api/cabinet/user-order.ts';
import { APPLICATION_STATUSES } from '#shared/lifecycles/trade-application.ts';
import { call } from '#client/lib/api-client.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';

const NAME = 'my-applications';
const ROWS = 20;
const MOST_CURRENT = 100;
const RUNNING_MS = 5_000;

/** The person's applications, page by page; refetched when one of them changes. */
export function useApplications() {
  const list = useListPage({
    name: NAME,
    filters: ['status', 'from', 'to', 'lot'],
    size: ROWS,
    read: ({ page, size, filters: { status, from, to, lot }, signal }) =>
      call(myApplications, {
        query: {
          page,
          size,
          ...chosen({ from, to, status: oneOf(APPLICATION_STATUSES, status) }),
          ...(lot ? { lot: Number(lot) } : {}),
        },
        signal,
      }),
  });
  usePersonUpdates('applications', list.again);
  return list;
}

/** Those whose auctions have not ended, soonest end first; polled, for prices move. */
export function useCurrentAuctions() {
  const queries = useQueryClient();
  usePersonUpdates('applications', () => void queries.invalidateQueries({ queryKey: [NAME] }));
  return useQuery({
    queryKey: [NAME, 'current'],
    queryFn: ({ signal }) =>
      call(myApplications, { query: { page: 1, size: MOST_CURRENT, state: 'current' }, signal }),
    refetchInterval: RUNNING_MS,
  });
}
