import type { AnyDb } from '#server/platform/database/index.ts';
import type { OrderRuleSet } from '#shared/api/cabinet/order-fields.ts';
import type { OrderListFilter, OrderRow, ORDER_SORTS } from '#shared/api/cabinet/orders.ts';
import { progressOf } from '#shared/lifecycles/order.ts';
import type { OrderFlows } from './flows/order-flows.ts';
import { createOrderListRepository, type ListedOrder } from './order-list.repository.ts';
import type { StoredOrder } from './order-tables.ts';
import { orderView } from './order-view.ts';
import { ownOrder } from './own-order.ts';

/** A row of the list without its lots, which another domain knows. */
export type PlainRow = Omit<OrderRow, 'lots'>;

export interface OrderList {
  /** @throws 404 for orders of other people and for deleted ones */
  row(personId: string, orderId: number): Promise<PlainRow>;
  /** @param page from 1 */
  list(
    personId: string,
    query: OrderListFilter & { sort: (typeof ORDER_SORTS)[number]; page: number; size: number },
  ): Promise<{ items: PlainRow[]; total: number }>;
}

/** One person's orders as tables show them. */
export function createOrderList(deps: { db: AnyDb; flows: Pick<OrderFlows, 'openRemarks'> }): OrderList {
  const { db, flows } = deps;
  const list = createOrderListRepository(db);

  const rowsOf = async (rows: readonly ListedOrder[]): Promise<PlainRow[]> => {
    const open = await flows.openRemarks(rows.map(({ id }) => id));
    return rows.flatMap((row) => {
      const order = orderView(row);
      return order
        ? [
            {
              ...order,
              progress: progressOf(order.status),
              title: row.title,
              orderType: row.order_type,
              tradeType: row.trade_type,
              ruleSet: row.rule_set as OrderRuleSet | null,
              startPriceTiyin: row.start_price_tiyin,
              openRemarks: open.get(row.id) ?? 0,
            },
          ]
        : [];
    });
  };

  return {
    async row(personId, orderId) {
      const [row] = await rowsOf([listed(await ownOrder(db, personId, orderId))]);
      return row!;
    },

    async list(personId, { page, size, sort, ...filter }) {
      const [rows, total] = await Promise.all([
        list.page(personId, { ...filter, sort, limit: size, offset: (page - 1) * size }),
        list.count(personId, filter),
      ]);
      return { items: await rowsOf(rows), total };
    },
  };
}

const listed = (row: StoredOrder): ListedOrder => ({
  ...row,
  title: row.fields.title ?? null,
  rule_set: row.fields.ruleSet ?? null,
});
