import type { AccountsService, ActionVerdict } from '#server/domains/people/accounts/index.ts';
import type { FavouritesRepository } from '#server/domains/trade/favourites/index.ts';
import type { LotPhotos, LotsRepository, OrderLots, RelistedLots } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type {
  OrderMoves,
  OrdersService,
  OrderTrade,
  Withdrawals,
} from '#server/domains/trade/orders/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { REPEAT_EVENTS } from '#server/domains/trade/relistings/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { createPlanRelisting } from './plan-relisting.ts';
import { createRelistingBasis } from './relisting-basis.ts';
import { createRepeatLot } from './relist-lot.ts';
import { createWishRepeat } from './request-relisting.ts';

/** What delayed events do to the second, a look at the tables does in case they were lost. */
const FIND_DUE_MS = 5_000;

interface RepeatingNeeds extends Pick<Base, 'database'> {
  accounts: Pick<AccountsService, 'byId'>;
  atStep: WorkflowCrashPoint;
  favouritesRepository: FavouritesRepository;
  lotPhotos: LotPhotos;
  lotsRepository: LotsRepository;
  notifications: Notifications;
  orderLots: OrderLots;
  orderMoves: OrderMoves;
  orders: Pick<OrdersService, 'judge'>;
  orderTrade: OrderTrade;
  orderWithdrawals: Pick<Withdrawals, 'owedBy'>;
  people: { mayDo(action: 'sell', personId: string): Promise<ActionVerdict> };
  reference: ReferenceService;
  repeatedLots: RelistedLots;
  tasks: Pick<StaffTasksService, 'open'>;
}

/** From the end of a lot that was not sold to its next round. */
export const repeatingModule = defineModule({
  name: 'repeating',
  create(needs: RepeatingNeeds) {
    const { accounts, reference, lotsRepository: lots, orderLots, repeatedLots } = needs;
    const { orderTrade: orders, orderMoves: moves, atStep: crashAt } = needs;
    const { db } = needs.database;
    const bases = createRelistingBasis({ lots, repeatedLots, reference });
    return {
      planning: createPlanRelisting({ db, bases, lots, orderLots, repeatedLots, orders, moves, crashAt }),
      repeating: createRepeatLot({
        db,
        bases,
        lots,
        orderLots,
        orders,
        moves,
        accounts,
        reference,
        crashAt,
        judge: needs.orders.judge,
        photos: needs.lotPhotos,
        favourites: needs.favouritesRepository,
        notifications: needs.notifications,
        maySell: (personId) => needs.people.mayDo('sell', personId),
        owedBy: (personId) => needs.orderWithdrawals.owedBy(personId),
        openTask: (task, tx) => needs.tasks.open(task, tx),
      }),
      relistingRequests: createWishRepeat({ db, bases, lots, orderLots, orders, moves }),
    };
  },
  listeners: ({ repeating }) => ({
    [REPEAT_EVENTS.scheduled]: [
      {
        name: 'publish-due-repeat',
        handle: async ({ lotId }) => {
          await repeating.publish(Number(lotId));
        },
      },
    ],
  }),
  jobs: ({ planning, repeating }, log) => [
    {
      name: 'plan repeats',
      everyMs: FIND_DUE_MS,
      run: () =>
        planning.planAll((error, lotId) => log.warn({ err: error, lotId }, 'repeat not planned yet')),
    },
    {
      name: 'publish due repeats',
      everyMs: FIND_DUE_MS,
      run: () =>
        repeating.publishDue((error, lotId) => log.warn({ err: error, lotId }, 'repeat not published yet')),
    },
  ],
});
