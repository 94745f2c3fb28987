import { sql, type JSONColumnType } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { UNPUBLISHED_ORDERS, UNSOLD_ORDERS, type OrderState } from '#shared/lifecycles/order.ts';

/** An order leaves trade after so many days at the latest, whatever stay it was given. */
const LONGEST_STAY_DAYS = 365;

/** Lots are owned by lots: read here for the stay. */
interface OrderTradeTables {
  customer_order: {
    id: number;
    person_id: string;
    status: OrderState;
    version: number;
    fields: JSONColumnType<OrderFields>;
    changed_at: Date;
  };
}

export interface OrderOnTrade {
  id: number;
  personId: string;
  status: OrderState;
  version: number;
  fields: OrderFields;
  /** Of one that is approved: when it was. */
  changedAt: Date;
}

export function createOrderTradeRepository(db: Db<OrderTradeTables>) {
  const byId = (orderId: number) =>
    db
      .selectFrom('customer_order')
      .select(['id', 'person_id as personId', 'status', 'version', 'fields', 'changed_at as changedAt'])
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

    async unpublishedOf(personId: string): Promise<number[]> {
      const rows = await db
        .selectFrom('customer_order')
        .select('id')
        .where('person_id', '=', personId)
        .where('status', 'in', UNPUBLISHED_ORDERS)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Ids above `after`, lowest first. The stay counts from the first publication. */
    async stayOver(after: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('customer_order as o')
        .select('o.id')
        .where('o.status', 'in', UNSOLD_ORDERS)
        .where('o.id', '>', after)
        .where(
          sql<boolean>`(select min(lot.published_at) + make_interval(days => least(min(lot.stay_days), ${LONGEST_STAY_DAYS}::int))
            from lot where lot.order_id = o.id) <= now()`,
        )
        .orderBy('o.id')
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
