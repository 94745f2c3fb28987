import type { AnyDb } from '#server/platform/database/index.ts';
import type { OrderFlow, OrderRemark } from '#shared/api/cabinet/orders.ts';
import { isOrderNote } from '#shared/lifecycles/order-notes.ts';
import type { OrderFieldName } from '#shared/orders/order-fields.ts';
import {
  createOrderFlowsRepository,
  type NewFlow,
  type NewNote,
  type StoredFlow,
  type StoredRemark,
} from './order-flows.repository.ts';

const shown = ({ field, text, answered }: StoredRemark): OrderRemark => ({ field, text, answered });

export interface RecordedFlow extends OrderFlow {
  id: number;
  event: StoredFlow['event'];
  byPersonId: string | null;
}

/** What happened to orders, and what staff remarked on them. */
export function createOrderFlows(db: AnyDb) {
  const repository = createOrderFlowsRepository(db);
  return {
    /** In the transaction of the change; moves through `OrderMoves` record theirs themselves. */
    record: async (tx: AnyDb, flow: NewFlow): Promise<void> => {
      await createOrderFlowsRepository(tx).addFlow(flow);
    },

    /** In the transaction of the step; false: there is no such order. */
    note: (tx: AnyDb, note: NewNote): Promise<boolean> => createOrderFlowsRepository(tx).addNote(note),

    /** Oldest first. */
    async of(orderId: number): Promise<RecordedFlow[]> {
      const [flows, remarks] = await Promise.all([repository.flows(orderId), repository.allRemarks(orderId)]);
      return flows.map((flow) => ({
        id: flow.id,
        event: flow.event,
        byPersonId: flow.by_person_id,
        atMs: flow.at.getTime(),
        by: flow.by_kind,
        from: flow.from_state,
        to: flow.to_state,
        why: flow.why,
        reason: flow.reason,
        note: isOrderNote(flow.event) ? flow.event : null,
        remarks: remarks.filter(({ flowId }) => flowId === flow.id).map(shown),
      }));
    },

    /** Remarks of the last return, in the order they were written. */
    async remarksOf(orderId: number): Promise<OrderRemark[]> {
      const remarks = await repository.lastRemarks(orderId);
      return remarks.map(shown);
    },

    /** Remarks not answered yet, by order; orders without any are left out. */
    openRemarks: (orderIds: readonly number[]): Promise<Map<number, number>> =>
      repository.openRemarks(orderIds),

    /** The customer changed these fields: remarks of the last return about them are answered. In the change's transaction. */
    answerRemarks: (tx: AnyDb, orderId: number, fields: readonly OrderFieldName[]): Promise<void> =>
      createOrderFlowsRepository(tx).answerRemarks(orderId, fields),
  };
}

export type OrderFlows = ReturnType<typeof createOrderFlows>;
