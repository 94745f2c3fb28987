import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleOrder, type ModeratedOrder } from '#shared/api/console/console-orders.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { QUEUE_KEY } from './use-order-queue.ts';

export const ORDER_KEY = 'console-order';
/** Its customer may take it back, colleagues decide. */
const REFRESH_MS = 15_000;

interface ExaminedOrder {
  order: ModeratedOrder | undefined;
  error: unknown;
  /** It changed after the version that the moderator has in mind: nothing is decided until that was said. */
  changed: boolean;
  /** The moderator has seen the present version. */
  examine: () => void;
  refetch: () => void;
  /** Something was done to it, or was found otherwise than shown. */
  again: () => Promise<unknown>;
}

/** An order as it is now, and whether it is the one that the moderator began to examine. */
export function useOrder(orderId: number): ExaminedOrder {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [ORDER_KEY, orderId],
    queryFn: ({ signal }) => call(consoleOrder, { params: { orderId }, signal }),
    ...recovering(REFRESH_MS),
  });
  const [examined, setExamined] = useState<number | null>(null);
  if (data && examined === null) setExamined(data.version);
  return {
    order: data,
    error,
    changed: data !== undefined && examined !== null && examined !== data.version,
    examine: () => setExamined(data?.version ?? null),
    refetch: () => void refetch(),
    again: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [ORDER_KEY, orderId] }),
        queries.invalidateQueries({ queryKey: [QUEUE_KEY] }),
      ]),
  };
}
