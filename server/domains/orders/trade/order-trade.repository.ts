import type { JSONColumnType } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { UNPUBLISHED_ORDERS, type OrderState } from '#shared/lifecycles/order.ts';

interface OrderTradeTables {
  customer_order: {
    id: number;
    person_id: string;
    status: OrderState;
    version: number;
    fields: JSONColumnType<OrderFields>;
  };
}

export interface OrderOnTrade {
  id: number;
  personId: string;
  status: OrderState;
  version: number;
  fields: OrderFields;
}

export function createOrderTradeRepository(db: Db<OrderTradeTables>) {
  const byId = (orderId: number) =>
    db
      .selectFrom('customer_order')
      .select(['id', 'person_id as personId', 'status', 'version', 'fields'])
      .where('id', '=', orderId);
  return {
    /** Ids above `after`, lowest first. */
    async unpublished(after: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('customer_order')
        .select('id')
        .where('status', 'in', UNPUBLISHED_ORDERS)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    find: async (orderId: number): Promise<OrderOnTrade | null> =>
      (await byId(orderId).executeTakeFirst()) ?? null,

    /** Locked until the transaction ends. */
    lock: async (orderId: number): Promise<OrderOnTrade | null> =>
      (await byId(orderId).forUpdate().executeTakeFirst()) ?? null,
  };
}
