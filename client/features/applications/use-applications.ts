import { useQuery, useQueryClient } from '@tanstack/react-query';
import { myApplications } from '#shared/api/user-order.ts';
import { APPLICATION_STATUSES } from '#shared/states/trade-application.ts';
import { call } from '#client/lib/api-client.ts';
import { usePersonNews } from '#client/lib/person-news.ts';

export interface ApplicationQuery {
  page: number;
  size: number;
  state?: 'current' | 'ended';
  /** As they stand in the address: what is no status, lot or day counts as not chosen. */
  filters?: Readonly<Record<'status' | 'lot' | 'from' | 'to', string>>;
}

const RUNNING_MS = 5_000;

/** The person's applications; asked anew when money moved or a message came, and while auctions run. */
export function useApplications(query: ApplicationQuery) {
  const queries = useQueryClient();
  const again = () => void queries.invalidateQueries({ queryKey: ['my-applications'] });
  usePersonNews('balance', again);
  usePersonNews('messages', again);
  return useQuery({
    queryKey: ['my-applications', query],
    queryFn: ({ signal }) => {
      const { page, size, state, filters } = query;
      const status = APPLICATION_STATUSES.find((each) => each === filters?.status);
      return call(myApplications, {
        query: {
          ...{ page, size },
          ...(state ? { state } : {}),
          ...(status ? { status } : {}),
          ...(filters?.lot ? { lot: Number(filters.lot) } : {}),
          ...(filters?.from ? { from: filters.from } : {}),
          ...(filters?.to ? { to: filters.to } : {}),
        },
        signal,
      });
    },
    refetchInterval: query.state === 'current' ? RUNNING_MS : false,
  });
}
