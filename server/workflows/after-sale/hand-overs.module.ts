import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { HAND_OVER_EVENTS } from '#server/domains/trade/hand-overs/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { OrderMoves, OrderTrade } from '#server/domains/trade/orders/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { crashPoint } from '#server/platform/crash-points/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { WorkflowStep } from '../crash-steps.ts';
import { createCancelHandOver } from './cancel-hand-over.ts';
import { confirmByStaff } from './confirm-by-staff.ts';
import { createConfirmHandOver } from './confirm-hand-over.ts';
import { createDisputeHandOver } from './dispute-hand-over.ts';
import type { FinishOrder } from '../selling/finish-order.ts';
import { createRecordHandOver } from './record-hand-over.ts';
import { createLookAtHandOvers } from './sweep-hand-overs.ts';

/** What delayed events do to the second, a look at the tables does in case they were lost. */
const FIND_DUE_MS = 5_000;

interface HandingOverNeeds extends Pick<Base, 'config' | 'database'> {
  actions: Pick<ActionLog, 'record'>;
  finishing: Pick<FinishOrder, 'followIn'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  notifications: Notifications;
  orderMoves: OrderMoves;
  orderTrade: OrderTrade;
  reference: ReferenceService;
  tasks: StaffTasksService;
}

/** The property of a paid sale on its way to the buyer. */
export const handingOverModule = defineModule({
  name: 'handing-over',
  create(needs: HandingOverNeeds) {
    const { actions, finishing, notifications, reference, tasks } = needs;
    const { orderMoves: moves, orderTrade: orders } = needs;
    const { db } = needs.database;
    const confirmHandOver = createConfirmHandOver({
      db,
      notifications,
      tasks,
      finishing,
      actions,
      crashAt: crashPoint<WorkflowStep>(needs.config.crashAt),
    });
    return {
      confirmHandOver,
      /** What the two parties do. */
      handingOver: {
        confirming: confirmHandOver,
        recording: createRecordHandOver({ db, notifications, actions }),
        disputing: createDisputeHandOver({ db, notifications, reference, tasks, actions, orders, moves }),
      },
      cancelHandOver: createCancelHandOver({ tasks }),
      lookingAtHandOvers: createLookAtHandOvers({ db, notifications, reference, tasks }),
    };
  },
  decisions: ({ confirmHandOver: confirming, namesOf }) => [confirmByStaff({ confirming, namesOf })],
  listeners: ({ lookingAtHandOvers }) => ({
    [HAND_OVER_EVENTS.scheduled]: [
      {
        name: 'look-at-hand-over',
        handle: ({ handOverId }) => lookingAtHandOvers.look(Number(handOverId)),
      },
    ],
  }),
  jobs: ({ lookingAtHandOvers }, log) => [
    {
      name: 'look at hand-overs',
      everyMs: FIND_DUE_MS,
      run: () =>
        lookingAtHandOvers.lookAtDue((error, handOver) =>
          log.warn({ err: error, handOver }, 'hand-over not looked at yet'),
        ),
    },
  ],
});
