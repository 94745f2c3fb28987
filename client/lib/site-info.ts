import { queryOptions, useQuery } from '@tanstack/react-query';
import { siteInfo } from '#shared/api/site/site.ts';
import { call } from './api-client.ts';

/** Contacts, hours and the mode of this installation; asked once per page. */
export const siteInfoQuery = queryOptions({
  queryKey: ['site-info'],
  queryFn: () => call(siteInfo),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSiteInfo() {
  return useQuery(siteInfoQuery).data;
}
