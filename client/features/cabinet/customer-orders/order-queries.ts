import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { orderWithdrawals } from '#shared/api/cabinet/order-actions.ts';
import { orderFlows, orderFullInfo, orderLots } from '#shared/api/cabinet/orders.ts';
import { protestsOfOrder } from '#shared/api/cabinet/protests.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';

/** First part of the key of the list; everything of one order begins with `order`. */
export const ORDER_LIST = 'orders';
/** People at a lot change without news to its customer. */
const LOTS_EVERY_MS = 15_000;

/** An order as all of its pages show it. */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'full-info'],
    queryFn: ({ signal }) => call(orderFullInfo, { params: { id }, signal }),
    ...recovering(),
  });

export const flowsQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'flows'],
    queryFn: ({ signal }) => call(orderFlows, { params: { id }, signal }),
    ...recovering(),
  });

export const lotsQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'lots'],
    queryFn: ({ signal }) => call(orderLots, { params: { id }, signal }),
    ...recovering(LOTS_EVERY_MS),
  });

export const protestsQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['order', orderId, 'protests'],
    queryFn: ({ signal }) => call(protestsOfOrder, { params: { orderId }, signal }),
    ...recovering(),
  });

/** Penalties for withdrawals, and what of them is owed. */
export const withdrawalsQuery = queryOptions({
  queryKey: ['order', 'withdrawals'],
  queryFn: ({ signal }) => call(orderWithdrawals, { signal }),
  ...recovering(),
});

/** Everything shown of orders is read again. */
export function useRefreshOrders(): () => Promise<unknown> {
  const queries = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [ORDER_LIST] }),
        queries.invalidateQueries({ queryKey: ['order'] }),
      ]),
    [queries],
  );
}
