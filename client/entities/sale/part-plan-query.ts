import { queryOptions } from '@tanstack/react-query';
import { lotPartSchedule } from '#shared/api/parts.ts';
import { call } from '#client/lib/api-client.ts';

/** What would be paid by when if this price (tiyin) of the lot were paid by parts. */
export const partPlanQuery = (lotId: number, priceTiyin: number) =>
  queryOptions({
    queryKey: ['part-plan', lotId, priceTiyin],
    queryFn: ({ signal }) => call(lotPartSchedule, { params: { id: lotId }, query: { priceTiyin }, signal }),
  });
