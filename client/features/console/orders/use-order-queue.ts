import { consoleOrders } from '#shared/api/console/console-orders.ts';
import { ORDER_TYPES } from '#shared/api/site/reference.ts';
import { SHOWN_ORDERS } from '#shared/lifecycles/order.ts';
import { call } from '#client/lib/api-client.ts';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';

const SIZE = 20;
/** Others claim and decide, too. */
const REFRESH_MS = 15_000;

export const QUEUE_KEY = 'console-orders';
export const CLAIM_CHOICES = ['free', 'mine', 'others'] as const;

/** The page of the queue that the address names; a page of one order has the same filters, for its neighbours. */
export const useOrderQueue = () =>
  useListPage({
    name: QUEUE_KEY,
    filters: ['status', 'claim', 'type', 'category', 'order'],
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, filters: { status, claim, type, category, order }, signal }) =>
      call(consoleOrders, {
        query: {
          page,
          size,
          ...chosen({ status: oneOf(SHOWN_ORDERS, status), claim: oneOf(CLAIM_CHOICES, claim) }),
          ...chosen({ orderType: oneOf(ORDER_TYPES, type) }),
          ...(/^\d{1,9}$/.test(category) ? { category: Number(category) } : {}),
          ...(/^[1-9]\d{0,14}$/.test(order) ? { order: Number(order) } : {}),
        },
        signal,
      }),
  });
