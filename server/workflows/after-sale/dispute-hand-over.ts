import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
import { lockSales } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { OrderMoves, OrderTrade } from '#server/domains/trade/orders/index.ts';
import { deadlineAfter, type ReferenceService } from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { HAND_OVER } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import type { HandOverOutcome } from './confirm-hand-over.ts';
import { tasksOfHandOver, tellBothSides } from './hand-over-messages.ts';

/** Staff settles a dispute within so many working days: as long as a seller has for a protest. */
const SETTLE_DAYS = 3;

export interface DisputeHandOverDeps {
  db: AnyDb;
  notifications: Pick<Notifications, 'notify'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  tasks: Pick<StaffTasksService, 'open'>;
  actions: Pick<ActionLog, 'record'>;
  orders: Pick<OrderTrade, 'lock'>;
  moves: Pick<OrderMoves, 'move'>;
}

export type DisputeHandOver = ReturnType<typeof createDisputeHandOver>;

/** The buyer states that something is wrong with what was handed over, or that nothing was: staff settles it. */
export function createDisputeHandOver(deps: DisputeHandOverDeps) {
  const { db, notifications, reference, tasks, actions, orders, moves } = deps;
  return async (
    lotId: number,
    personId: string,
    text: string,
    /** Which purchase of the lot; absent: the last one. */
    settlementId?: number,
  ): Promise<HandOverOutcome> => {
    const calendar = await reference.workingCalendar();
    return inTransaction(db, async (tx) => {
      const handOvers = createHandOversRepository(tx);
      await lockSales(tx, lotId);
      const found = await handOvers.ofBuyer(lotId, personId, settlementId);
      const handOver = found && (await handOvers.lock(found.id));
      if (!handOver) return { outcome: 'none' };
      // The same words once more are a repeat of the same call.
      if (handOver.state === 'disputed' && handOver.dispute === text)
        return { outcome: 'done', already: true };
      if (!allows(HAND_OVER, handOver.state, 'dispute')) return { outcome: 'over', state: handOver.state };
      const disputed = await handOvers.move(handOver, 'dispute', { dispute: text });
      const row = (await handOvers.rowOf(handOver.id))!;
      await tasks.open(
        {
          occasion: tasksOfHandOver(handOver.id)[1],
          kind: 'settle-hand-over',
          lotId,
          bidderNumber: row.bidder_number,
          priceTiyin: row.price_tiyin,
          dueAt: deadlineAfter(calendar, await handOvers.now(), SETTLE_DAYS),
        },
        tx,
      );
      await actions.record(
        {
          personId,
          type: 'hand-over',
          action: 'disputed',
          result: 'done',
          reason: `hand-over:${handOver.id}`,
        },
        tx,
      );
      await tellBothSides(tx, notifications, disputed, {
        template: 'hand-over-disputed',
        lotTitle: row.lot_title,
        reason: '',
      });
      const { order_id: orderId } = row;
      const order = orderId === null ? null : await orders.lock(tx, orderId);
      // An order that has moved on, or not followed its lot yet, has no step of it.
      if (orderId !== null && order?.personId === handOver.seller_id)
        await moves.move(tx, {
          event: 'dispute-hand-over',
          orderId,
          lotId,
          by: { kind: 'system' },
          why: 'disputed',
        });
      return { outcome: 'done', already: false };
    });
  };
}
