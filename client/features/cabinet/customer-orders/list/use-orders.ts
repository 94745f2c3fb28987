import { orderList } from '#shared/api/cabinet/orders.ts';
import { ORDER_TYPES } from '#shared/api/site/reference.ts';
import { TRADE_TYPES } from '#shared/api/cabinet/order-fields.ts';
import { ORDER_PROGRESS, SHOWN_ORDERS } from '#shared/lifecycles/order.ts';
import { call } from '#client/lib/api-client.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ORDER_LIST } from '../order-queries.ts';

const ROWS = 20;
/** Longest search the server takes. */
export const SEARCH_MAX = 100;

/** The person's orders, page by page; read again when staff or a trade changed one of them. */
export function useOrders() {
  const list = useListPage({
    name: ORDER_LIST,
    filters: ['q', 'progress', 'status', 'orderType', 'tradeType'],
    size: ROWS,
    read: ({ page, size, filters: { q, progress, status, orderType, tradeType }, signal }) => {
      const step = ORDER_PROGRESS.find((each) => String(each) === progress);
      return call(orderList, {
        query: {
          page,
          size,
          ...chosen({
            q: q.trim().slice(0, SEARCH_MAX),
            status: oneOf(SHOWN_ORDERS, status),
            orderType: oneOf(ORDER_TYPES, orderType),
            tradeType: oneOf(TRADE_TYPES, tradeType),
          }),
          ...(step ? { progress: step } : {}),
        },
        signal,
      });
    },
  });
  // Each change by staff or by a trade comes with a message.
  usePersonUpdates('messages', list.again);
  return list;
}
