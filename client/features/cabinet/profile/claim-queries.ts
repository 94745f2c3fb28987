import { queryOptions } from '@tanstack/react-query';
import { myNumberClaims } from '#shared/api/cabinet/number-claims.ts';
import { call } from '#client/lib/api-client.ts';

export const myClaimsQuery = queryOptions({
  queryKey: ['number-claims'],
  queryFn: ({ signal }) => call(myNumberClaims, { signal }),
});
