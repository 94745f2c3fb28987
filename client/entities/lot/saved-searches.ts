import { queryOptions } from '@tanstack/react-query';
import { savedSearches } from '#shared/api/cabinet/saved-searches.ts';
import { call } from '#client/lib/api-client.ts';

/** Saved searches of the person who is signed in. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: async ({ signal }) => (await call(savedSearches, { signal })).items,
});
