import { queryOptions } from '@tanstack/react-query';
import { myErasure } from '#shared/api/cabinet/erasure.ts';
import { call } from '#client/lib/api-client.ts';

export const erasureQuery = queryOptions({
  queryKey: ['erasure'],
  queryFn: ({ signal }) => call(myErasure, { signal }),
});
