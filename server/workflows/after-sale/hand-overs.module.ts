import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { HAND_OVER_EVENTS } from '#server/domains/trade/hand-overs/index.ts';
import type { LotsRepository, OrderLots } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { ClosingPort, OrderMoves, OrderTrade } from '#server/domains/trade/orders/index.ts';
import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { AfterSalePorts } from '#server/domains/money/settlements/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { createCancelHandOver } from './cancel-hand-over.ts';
import { createCloseOrder } from '../selling/close-order.ts';
import { createConfirmHandOver } from './confirm-hand-over.ts';
import { createDisputeHandOver } from './dispute-hand-over.ts';
import { createFinishOrder } from '../selling/finish-order.ts';
import { createLookAtHandOvers } from './sweep-hand-overs.ts';

/** What delayed events do to the second, a look at the tables does in case they were lost. */
const FIND_DUE_MS = 5_000;
/** The stay of an order is counted in days. */
const FIND_OVER_MS = 10 * 60_000;

interface HandingOverNeeds extends Pick<Base, 'database'> {
  actions: Pick<ActionLog, 'record'>;
  afterSalePorts: AfterSalePorts;
  moneyJudge: MoneyJudge;
  atStep: WorkflowCrashPoint;
  closingPort: ClosingPort;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  lotsRepository: LotsRepository;
  notifications: Notifications;
  orderLots: OrderLots;
  orderMoves: OrderMoves;
  orderTrade: OrderTrade;
  reference: ReferenceService;
  tasks: StaffTasksService;
}

/** From the paid sale to the end of its order, and the end of orders without a sale. */
export const handingOverModule = defineModule({
  name: 'handing-over',
  create(needs: HandingOverNeeds) {
    const { actions, closingPort, lotsRepository: lots, notifications, orderLots, reference, tasks } = needs;
    const { orderMoves: moves, orderTrade: orders } = needs;
    const { db } = needs.database;
    const finishing = createFinishOrder({
      db,
      orders,
      moves,
      orderOf: async (lotId, tx) => (await lots.get(lotId, tx))?.order_id ?? null,
      async isOnSale(lotId, tx) {
        const lot = await lots.get(lotId, tx);
        return lot?.trade_type === 'fixed-price' && lot.outcome === null;
      },
    });
    const closing = createCloseOrder({
      db,
      orders,
      moves,
      lots,
      orderLots,
      reference,
      protestsIn: (tx) => createProtestsRepository(tx),
    });
    needs.afterSalePorts.finishOrder = (tx, lotId) => finishing.finishIn(tx, lotId);
    closingPort.obstacleOf = (orderId) => closing.obstacleOf(orderId);
    closingPort.within = (orderId, work) => closing.within(orderId, work);
    return {
      finishing,
      closing,
      confirmHandOver: createConfirmHandOver({
        db,
        notifications,
        tasks,
        finishing,
        actions,
        judge: needs.moneyJudge,
        isSamePerson: needs.isSamePerson,
        crashAt: needs.atStep,
      }),
      disputeHandOver: createDisputeHandOver({
        db,
        notifications,
        reference,
        tasks,
        actions,
        orders,
        moves,
      }),
      cancelHandOver: createCancelHandOver({ tasks }),
      lookingAtHandOvers: createLookAtHandOvers({ db, notifications, reference, tasks }),
    };
  },
  listeners: ({ lookingAtHandOvers }) => ({
    [HAND_OVER_EVENTS.scheduled]: [
      {
        name: 'look-at-hand-over',
        handle: ({ handOverId }) => lookingAtHandOvers.look(Number(handOverId)),
      },
    ],
  }),
  jobs: ({ closing, finishing, lookingAtHandOvers }, log) => [
    {
      name: 'look at hand-overs',
      everyMs: FIND_DUE_MS,
      run: () =>
        lookingAtHandOvers.lookAtDue((error, handOver) =>
          log.warn({ err: error, handOver }, 'hand-over not looked at yet'),
        ),
    },
    {
      name: 'finish orders',
      everyMs: FIND_DUE_MS,
      run: () =>
        finishing.followAll((error, handOver) =>
          log.warn({ err: error, handOver }, 'order not finished yet'),
        ),
    },
    {
      name: 'close orders',
      everyMs: FIND_OVER_MS,
      run: () =>
        closing.closeOver((error, orderId) => log.warn({ err: error, orderId }, 'order not closed yet')),
    },
  ],
});
