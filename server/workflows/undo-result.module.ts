import type { AccountsService } from '#server/domains/accounts/index.ts';
import { lockSales, type LotsRepository, type OrderLots } from '#server/domains/lots/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import type { OrderFlows, OrderMoves } from '#server/domains/orders/index.ts';
import { createUndoPayouts } from '#server/domains/payouts/index.ts';
import type { ProtocolsService } from '#server/domains/protocols/index.ts';
import type { UndoPort } from '#server/domains/result-cancellations/index.ts';
import type { SanctionsService } from '#server/domains/sanctions/index.ts';
import { createSettlementsRepository } from '#server/domains/settlements/index.ts';
import type { StaffTasksService } from '#server/domains/staff-tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { crashPoint } from '#server/platform/crash-points/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createPrepareBar } from './bar-buyer.ts';
import { createCancelHandOver } from './cancel-hand-over.ts';
import { createCloseProtests } from './close-protests.ts';
import type { WorkflowStep } from './crash-steps.ts';
import { createEndLateParts } from './end-late-parts.ts';
import { createEndSale } from './end-sale-without-payment.ts';
import { createUndoResult } from './undo-result.ts';

interface UndoingNeeds extends Pick<Base, 'config' | 'database'> {
  accounts: Pick<AccountsService, 'byId'>;
  lotsRepository: LotsRepository;
  notifications: Notifications;
  orderFlows: Pick<OrderFlows, 'note' | 'record'>;
  orderLots: Pick<OrderLots, 'followed'>;
  orderMoves: OrderMoves;
  protocols: Pick<ProtocolsService, 'cancelIn'>;
  sanctions: Pick<SanctionsService, 'prepare'>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
}

/** The cancellation of a lot's result, for those who decide about it. */
export const undoingModule = defineModule({
  name: 'undoing',
  create({ config, lotsRepository: lots, notifications, orderLots, protocols, ...needs }: UndoingNeeds) {
    const cancelHandOver = createCancelHandOver({ tasks: needs.tasks });
    const { undoResult, preview } = createUndoResult({
      ...{ lots, orderLots, notifications, moves: needs.orderMoves, flows: needs.orderFlows },
      cancelProtocol: (tx, lotId, reason) => protocols.cancelIn(tx, lotId, reason),
      cancelHandOver: (tx, lotId) => cancelHandOver.cancelOf(tx, { lotId }),
      crashAt: crashPoint<WorkflowStep>(config.crashAt),
    });
    const { orderFlows: flows, tasks } = needs;
    const closeProtests = createCloseProtests({ flows, notifications, tasks });
    const prepareBar = createPrepareBar({
      settlement: (id) => createSettlementsRepository(needs.database.db).byId(id),
      person: (id) => needs.accounts.byId(id),
      sanctions: needs.sanctions,
    });
    const crashAt = crashPoint<WorkflowStep>(config.crashAt);
    const cancelProtocol = (tx: AnyDb, lotId: number, reason: 'refused' | 'defaulted') =>
      protocols.cancelIn(tx, lotId, reason);
    const endSale = createEndSale({ lots, notifications, moves: needs.orderMoves, cancelProtocol, crashAt });
    const ending = createEndLateParts({
      ...{ lots, notifications, endSale, tasks: needs.tasks, prepareBar, crashAt },
      cancelHandOver: (tx, settlementId) => cancelHandOver.cancelOf(tx, { settlementId }),
      cancelProtocol: (tx, { id, lot_id: lotId, sale }, reason) =>
        protocols.cancelIn(tx, lotId, reason, sale === 'purchase' ? id : null),
    });
    const undoPort: UndoPort = {
      holdPayouts: (tx, lotId, by) => createUndoPayouts(tx).hold(lotId, by),
      previewEnd: ending.preview,
      async prepareEnd({ lotId, settlementId }) {
        const bar = await ending.prepare(settlementId);
        return async (tx, end) => {
          await lockSales(tx, lotId);
          return ending.end(tx, { ...end, settlementId, bar });
        };
      },
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
