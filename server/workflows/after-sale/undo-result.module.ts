import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import { lockSales, type LotsRepository, type OrderLots } from '#server/domains/trade/lots/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { OrderFlows, OrderMoves, Withdrawals } from '#server/domains/trade/orders/index.ts';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import { createUndoPayouts } from '#server/domains/money/payouts/index.ts';
import type { ProtocolsService } from '#server/domains/trade/protocols/index.ts';
import type { UndoPort } from '#server/domains/trade/result-cancellations/index.ts';
import type { SanctionsService } from '#server/domains/people/debarments/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { crashPoint } from '#server/platform/crash-points/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createPrepareBar } from '../people/debar-buyer.ts';
import { createCancelHandOver } from './cancel-hand-over.ts';
import { createCountFailedSale } from './count-failed-sale.ts';
import { createCloseProtests } from './close-protests.ts';
import type { WorkflowStep } from '../crash-steps.ts';
import { createEndLateParts } from '../settling/end-late-parts.ts';
import { createEndSale } from '../settling/end-sale-without-payment.ts';
import type { FinishOrder } from '../selling/finish-order.ts';
import { createLoseResult } from '../selling/lose-result.ts';
import { createFollowSales } from '../settling/sale-status.ts';
import { createUndoPurchase } from './undo-purchase.ts';
import { createUndoResult } from './undo-result.ts';
import { createUndoSales } from './undo-sales.ts';

interface UndoingNeeds extends Pick<Base, 'config' | 'database'> {
  accounts: Pick<AccountsService, 'byId'>;
  finishing: Pick<FinishOrder, 'finishIn'>;
  lotsRepository: LotsRepository;
  moneyJudge: Pick<MoneyJudge, 'isOneOf' | 'areSame'>;
  notifications: Notifications;
  orderFlows: Pick<OrderFlows, 'note' | 'record'>;
  orderLots: Pick<OrderLots, 'followed'>;
  orderMoves: OrderMoves;
  orderWithdrawals: Pick<Withdrawals, 'lock' | 'count'>;
  protocols: Pick<ProtocolsService, 'cancelIn'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  sanctions: Pick<SanctionsService, 'prepare'>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
}

/** The cancellation of results and sales, for those who decide about it. */
export const undoingModule = defineModule({
  name: 'undoing',
  create({ config, lotsRepository: lots, notifications, orderLots, protocols, ...needs }: UndoingNeeds) {
    const cancelHandOver = createCancelHandOver({ tasks: needs.tasks });
    const crashAt = crashPoint<WorkflowStep>(config.crashAt);
    const { orderFlows: flows, tasks } = needs;
    const loseResult = createLoseResult({ moves: needs.orderMoves, flows, orderLots });
    const { undoResult, preview } = createUndoResult({
      lots,
      loseResult,
      notifications,
      cancelProtocol: (tx, lotId, reason) => protocols.cancelIn(tx, lotId, reason),
      cancelHandOver: (tx, lotId) => cancelHandOver.cancelOf(tx, { lotId }),
      crashAt,
    });
    const undoPurchase = createUndoPurchase({
      lots,
      loseResult,
      notifications,
      followSales: createFollowSales({ lots }),
      finishing: needs.finishing,
      cancelProtocol: (tx, { id, lot_id: lotId }) => protocols.cancelIn(tx, lotId, 'result-cancelled', id),
      cancelHandOver: (tx, settlementId) => cancelHandOver.cancelOf(tx, { settlementId }),
      crashAt,
    });
    const closeProtests = createCloseProtests({ flows, notifications, tasks });
    const failedSales = createCountFailedSale({ lots, notifications, costs: needs.orderWithdrawals });
    const prepareBar = createPrepareBar({
      settlement: (id) => createSettlementsRepository(needs.database.db).byId(id),
      person: (id) => needs.accounts.byId(id),
      sanctions: needs.sanctions,
    });
    const cancelProtocol = (tx: AnyDb, lotId: number, reason: 'refused' | 'defaulted') =>
      protocols.cancelIn(tx, lotId, reason);
    const endSale = createEndSale({ lots, notifications, moves: needs.orderMoves, cancelProtocol, crashAt });
    const ending = createEndLateParts({
      lots,
      notifications,
      endSale,
      tasks: needs.tasks,
      prepareBar,
      crashAt,
      judge: needs.moneyJudge,
      calendar: () => needs.reference.workingCalendar(),
      cancelHandOver: (tx, settlementId) => cancelHandOver.cancelOf(tx, { settlementId }),
      cancelProtocol: (tx, { id, lot_id: lotId, sale }, reason) =>
        protocols.cancelIn(tx, lotId, reason, sale === 'purchase' ? id : null),
    });
    const undoPort: UndoPort = {
      ...createUndoSales({ undoResult, preview, undoPurchase, closeProtests, failedSales }),
      holdPayouts: (tx, sale, by) => createUndoPayouts(tx).hold(sale, by),
      previewEnd: ending.preview,
      async prepareEnd({ lotId, settlementId }) {
        const bar = await ending.prepare(settlementId);
        return async (tx, end) => {
          await lockSales(tx, lotId);
          return ending.end(tx, { ...end, settlementId, bar });
        };
      },
    };
    return { undoResult, undoPurchase, undoPort };
  },
});
