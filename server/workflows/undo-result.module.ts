import { lockSales, type LotsRepository, type OrderLots } from '#server/domains/lots/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import type { OrderFlows, OrderMoves } from '#server/domains/orders/index.ts';
import type { ProtocolsService } from '#server/domains/protocols/index.ts';
import type { UndoPort } from '#server/domains/result-cancellations/index.ts';
import type { StaffTasksService } from '#server/domains/staff-tasks/index.ts';
import { crashPoint } from '#server/platform/crash-points/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createCancelHandOver } from './cancel-hand-over.ts';
import { createCloseProtests } from './close-protests.ts';
import type { WorkflowStep } from './crash-steps.ts';
import { createUndoResult } from './undo-result.ts';

interface UndoingNeeds extends Pick<Base, 'config'> {
  lotsRepository: LotsRepository;
  notifications: Notifications;
  orderFlows: Pick<OrderFlows, 'record'>;
  orderLots: Pick<OrderLots, 'followed'>;
  orderMoves: OrderMoves;
  protocols: Pick<ProtocolsService, 'cancelIn'>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
}

/** The cancellation of a lot's result, for those who decide about it. */
export const undoingModule = defineModule({
  name: 'undoing',
  create({ config, lotsRepository: lots, notifications, orderLots, protocols, ...needs }: UndoingNeeds) {
    const { undoResult, preview } = createUndoResult({
      ...{ lots, orderLots, notifications, moves: needs.orderMoves, flows: needs.orderFlows },
      cancelProtocol: (tx, lotId, reason) => protocols.cancelIn(tx, lotId, reason),
      cancelHandOver: (tx, lotId) => createCancelHandOver({ tasks: needs.tasks }).cancelOfLot(tx, lotId),
      crashAt: crashPoint<WorkflowStep>(config.crashAt),
    });
    const closeProtests = createCloseProtests({ notifications, tasks: needs.tasks });
    const undoPort: UndoPort = {
      preview,
      async undo(tx, result) {
        await lockSales(tx, result.lotId);
        const undone = await undoResult(tx, { ...result, cause: 'staff' });
        if (undone.outcome === 'undone') await closeProtests(tx, result.lotId);
        return undone;
      },
    };
    return { undoResult, undoPort };
  },
});
