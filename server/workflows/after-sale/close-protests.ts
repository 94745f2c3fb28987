import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { OrderFlows } from '#server/domains/trade/orders/index.ts';
import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';

export interface CloseProtestsDeps {
  flows: Pick<OrderFlows, 'note'>;
  notifications: Pick<Notifications, 'notify'>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
}

/** Key of the task of staff about a protest. */
export const taskOf = (protestId: number): string => `decide-protest:${protestId}`;

export type CloseProtests = ReturnType<typeof createCloseProtests>;

/**
 * Protests that have nothing left to decide, because the result is cancelled: in the transaction that cancels it, which has
 * locked the lot's sales.
 */
export const createCloseProtests =
  ({ flows, notifications, tasks }: CloseProtestsDeps) =>
  async (tx: AnyDb, lotId: number, except: number | null = null): Promise<void> => {
    const protests = createProtestsRepository(tx);
    for (const row of await protests.openOfLot(lotId)) {
      if (row.id === except) continue;
      await protests.move(row, 'close-with-result', { actor: 'rules', action: 'closed' });
      await tasks.finishOccasion(taskOf(row.id), { personId: 'rules', name: '' }, '', tx);
      const { order_id: orderId } = row;
      if (orderId !== null)
        await flows.note(tx, { orderId, note: 'protest-closed', by: { kind: 'system' }, why: '' });
      await notifications.notify(tx, {
        personId: row.person_id,
        key: `protest:${row.id}:closed`,
        template: 'protest-closed',
        params: { lotId, lotTitle: row.lot_title },
      });
    }
  };
