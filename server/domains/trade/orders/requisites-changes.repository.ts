import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { OrderRequisites } from '#shared/orders/order-fields.ts';

interface RequisitesChangeTables {
  order_requisites_change: {
    id: GeneratedAlways<number>;
    order_id: number;
    person_id: string;
    at: Generated<Date>;
    before: ColumnType<OrderRequisites | null, string | null, never>;
    after: ColumnType<OrderRequisites, string, never>;
  };
}

export interface RequisitesChange {
  at: Date;
  /** null: there were none. */
  before: OrderRequisites | null;
  after: OrderRequisites;
}

/** Every change of requisites by code, for staff who pay out. */
export function createRequisitesChangesRepository(db: Db<RequisitesChangeTables>) {
  return {
    async add(change: {
      orderId: number;
      personId: string;
      before: OrderRequisites | null;
      after: OrderRequisites;
    }): Promise<number> {
      const { id } = await db
        .insertInto('order_requisites_change')
        .values({
          order_id: change.orderId,
          person_id: change.personId,
          before: change.before && JSON.stringify(change.before),
          after: JSON.stringify(change.after),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Newest first. */
    of: (orderId: number): Promise<RequisitesChange[]> =>
      db
        .selectFrom('order_requisites_change')
        .select(['at', 'before', 'after'])
        .where('order_id', '=', orderId)
        .orderBy('id', 'desc')
        .execute(),
  };
}
