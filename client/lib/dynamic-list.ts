import { queryOptions } from '@tanstack/react-query';
import type { DYNAMIC_LISTS } from '#shared/api/list-names.ts';
import { dynamicList } from '#shared/api/site/reference.ts';
import { call } from './api-client.ts';
import { recovering } from './recover.ts';

/** Staff edit the lists now and then. */
const MINUTE_MS = 60_000;

/** Entries of a list that staff edit, in their order. */
export const dynamicListQuery = (name: (typeof DYNAMIC_LISTS)[number]) =>
  queryOptions({
    queryKey: ['dynamic-list', name],
    queryFn: () => call(dynamicList, { query: { name } }),
    staleTime: MINUTE_MS,
    ...recovering(),
  });
