import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { writeOutbox, type AnyDb } from '#server/platform/database/index.ts';
import type { OrderState } from '#shared/lifecycles/order.ts';
import { ORDER_EVENTS } from '../orders.events.ts';
import type { ModeratedRow } from './moderated-order-tables.ts';
import { createOrderFlowsRepository, type OrderMoveName } from './order-flows.repository.ts';
import { messageOf } from './order-messages.ts';
import type { OrderMove } from './order-move.ts';

export type OrderMoveOutcome =
  | { outcome: 'moved'; order: ModeratedRow; flowId: number; penaltyTiyin: number }
  /** Nothing was written. */
  | { outcome: 'refused'; state: OrderState }
  | { outcome: 'no-order' };

export interface OrderMovesDeps {
  notify: Notifications['notify'];
  /** Counts a withdrawal of the order's customer and lets them owe the penalty, in the transaction; returns it in tiyin. */
  countWithdrawal(
    tx: AnyDb,
    order: ModeratedRow & { lotId: number },
    atMostTiyin: number | null,
  ): Promise<number>;
}

/**
 * Every change of an order's state: the state, its entry in the history, the message to the customer and what is
 * announced are one transaction, the caller's. Waits for concurrent changes of the same order.
 */
export function createOrderMoves({ notify, countWithdrawal }: OrderMovesDeps) {
  return {
    async move(tx: AnyDb, move: OrderMove): Promise<OrderMoveOutcome> {
      const repository = createOrderFlowsRepository(tx);
      const before = await repository.lock(move.orderId);
      if (!before) return { outcome: 'no-order' };
      const event: OrderMoveName = move.event;
      const order = await repository.move(move.orderId, event);
      if (!order) return { outcome: 'refused', state: before.status };
      const { orderId, by, why } = move;
      const reason = 'reason' in move ? move.reason : undefined;
      const flowId = await repository.addFlow({ orderId, event, from: before.status, by, why, reason });
      if ('remarks' in move) await repository.addRemarks(orderId, flowId, move.remarks);
      const penaltyTiyin =
        move.event === 'withdraw'
          ? await countWithdrawal(tx, { ...order, lotId: move.lotId }, move.atMostTiyin)
          : 0;
      const message = messageOf(move, order, penaltyTiyin);
      if (message) await notify(tx, { ...message, personId: order.person_id, key: `order-flow:${flowId}` });
      if (event === 'approve') {
        await writeOutbox(tx, {
          topic: ORDER_EVENTS.approved,
          key: `${orderId}:${flowId}`,
          payload: { orderId },
        });
      }
      return { outcome: 'moved', order, flowId, penaltyTiyin };
    },
  };
}

export type OrderMoves = ReturnType<typeof createOrderMoves>;
