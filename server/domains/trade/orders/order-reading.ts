import type { FileViewer } from '#server/domains/content/files/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { OrderDetails } from '#shared/api/cabinet/orders.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { progressOf } from '#shared/lifecycles/order.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { createDuplicates } from './duplicates.ts';
import type { OrderFlows } from './flows/order-flows.ts';
import type { OrderJudge } from './judge-order.ts';
import { createOrderList, type OrderList } from './order-list.ts';
import { orderView } from './order-view.ts';
import { createOrdersRepository } from './orders.repository.ts';
import { ownOrder } from './own-order.ts';
import { stepStates } from './step-states.ts';

export interface ReadDeps {
  db: AnyDb;
  judge: Pick<OrderJudge, 'judge'>;
  flows: Pick<OrderFlows, 'remarksOf' | 'openRemarks'>;
}

export interface OrderReading extends OrderList {
  /** @throws 404 for orders of other people and for deleted ones */
  details(personId: string, orderId: number): Promise<OrderDetails>;
  /** Of any person, for its customer and for staff. @throws 404 for everyone else */
  shownTo(
    viewer: FileViewer,
    orderId: number,
  ): Promise<{ order: OrderDetails['order']; personId: string; fields: OrderFields }>;
}

/** Orders as their customers see them. */
export function createOrderReading({ db, judge, flows }: ReadDeps): OrderReading {
  const duplicates = createDuplicates(db);

  const list = createOrderList({ db, flows });

  return {
    async details(personId, orderId) {
      const row = await ownOrder(db, personId, orderId);
      const { id, fields } = row;
      const [{ problems, warnings, context, paymentDays }, remarks, likely] = await Promise.all([
        judge.judge({ id, personId, fields }),
        flows.remarksOf(id),
        duplicates.of(row, personId),
      ]);
      const order = orderView(row)!;
      return {
        order,
        progress: progressOf(order.status),
        fields,
        problems,
        warnings,
        remarks,
        duplicates: likely,
        steps: stepStates(problems, remarks),
        paymentDays,
        imageCount: context.files?.images ?? 0,
        documentCount: context.files?.documents ?? 0,
      };
    },

    row: list.row,
    list: list.list,

    async shownTo({ personId: viewerId, roles }, orderId) {
      const row = await createOrdersRepository(db).byId(orderId);
      const order = row && orderView(row);
      if (!order || (row.person_id !== viewerId && !hasRight(roles, 'readOrders'))) throw notFound();
      return { order, personId: row.person_id, fields: row.fields };
    },
  };
}
