import { useQuery } from '@tanstack/react-query';
import { lotDetails } from '#shared/api/site/lots.ts';
import { call } from '#client/lib/api-client.ts';

/** A lot as its card has it, which has loaded it already where one came from there. */
export const useLotDetails = (lotId: number) =>
  useQuery({
    queryKey: ['lot-details', lotId],
    queryFn: () => call(lotDetails, { params: { id: lotId } }),
  });
