import { AUCTION_EVENTS, type AuctionLogRepository, type AuctionService } from '#server/auction/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { AccountsService, ActionVerdict } from '#server/domains/people/accounts/index.ts';
import type { FavouritesRepository } from '#server/domains/trade/favourites/index.ts';
import type {
  LotPhotos,
  LotsRepository,
  LotsService,
  LotWithdrawals,
  OrderLots,
} from '#server/domains/trade/lots/index.ts';
import {
  ORDER_EVENTS,
  type OrderMoves,
  type OrdersService,
  type OrderTrade,
  type Withdrawals,
} from '#server/domains/trade/orders/index.ts';
import type { Relistings } from '#server/domains/trade/relistings/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { Hammer } from '../settling/after-hammer.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import type { EndFixedPrice } from '../settling/end-fixed-price.ts';
import { createFollowLot } from './sync-order-with-lot.ts';
import { createListLotFromOrder } from './list-lot-from-order.ts';
import { createLotsOfOrder } from './list-order-lots.ts';
import type { RequestRelisting } from './request-relisting.ts';
import { createWithdrawOrder } from './withdraw-order.ts';

/** What events do at once, a look at the tables does in case they were lost. */
const FIND_LOST_MS = 5_000;

interface OrdersOnTradeNeeds extends Pick<Base, 'database' | 'texts'> {
  accounts: Pick<AccountsService, 'byId'>;
  reference: ReferenceService;
  orders: Pick<OrdersService, 'judge'>;
  orderTrade: OrderTrade;
  orderMoves: OrderMoves;
  orderWithdrawals: Withdrawals;
  lotsRepository: LotsRepository;
  lotPhotos: LotPhotos;
  notifications: Notifications;
  people: { mayDo(action: 'sell', personId: string): Promise<ActionVerdict> };
  tasks: Pick<StaffTasksService, 'open'>;
  lotWithdrawals: LotWithdrawals;
  orderLots: OrderLots;
  lots: Pick<LotsService, 'cards'>;
  favouritesRepository: FavouritesRepository;
  auction: Pick<AuctionService, 'withdraw' | 'viewers'>;
  auctionLog: Pick<AuctionLogRepository, 'readLot' | 'readEntries'>;
  fixedPriceSales: EndFixedPrice;
  openRoom: (lotId: number) => Promise<void>;
  atStep: WorkflowCrashPoint;
  repeats: Pick<Relistings, 'ofOrder'>;
  relistingRequests: Pick<RequestRelisting, 'possible'>;
}

async function closingReasonOf(
  log: Pick<AuctionLogRepository, 'readLot' | 'readEntries'>,
  lotId: number,
): Promise<string | null> {
  const room = await log.readLot(lotId);
  if (!room) return null;
  const [last] = await log.readEntries(lotId, room.seq - 1, 1);
  return last?.entry.kind === 'closed' ? last.entry.reason : null;
}

/** From the approved order to its lot, and from the end of the lot back to the order. */
export const ordersOnTradeModule = defineModule({
  name: 'orders-on-trade',
  create(needs: OrdersOnTradeNeeds) {
    const { accounts, reference, texts, lotsRepository: lots, lotWithdrawals: withdrawals } = needs;
    const { orderTrade: orders, orderMoves: moves, orderLots, openRoom, atStep: crashAt } = needs;
    const { db } = needs.database;
    return {
      listing: createListLotFromOrder({
        db,
        orders,
        moves,
        accounts,
        lots,
        reference,
        texts,
        crashAt,
        judge: needs.orders.judge,
        photos: needs.lotPhotos,
        maySell: (personId) => needs.people.mayDo('sell', personId),
        owedBy: (personId) => needs.orderWithdrawals.owedBy(personId),
        openTask: (task) => needs.tasks.open(task),
      }),
      following: createFollowLot({
        db,
        lots: orderLots,
        withdrawals,
        moves,
        crashAt,
        isConcluded: async (lotId) => (await needs.auctionLog.readLot(lotId))?.handedOverAt !== null,
        closingReason: (lotId) => closingReasonOf(needs.auctionLog, lotId),
      }),
      listOrderLots: createLotsOfOrder({
        db,
        orders,
        orderLots,
        lots: needs.lots,
        favourites: needs.favouritesRepository,
        repeats: needs.repeats,
        wishes: needs.relistingRequests,
        viewers: (lotId) => needs.auction.viewers(lotId),
      }),
      /** For the customer's action on an order that is on trade. */
      withdrawing: createWithdrawOrder({
        db,
        orders,
        moves,
        lots,
        orderLots,
        withdrawals,
        openRoom,
        sales: needs.fixedPriceSales,
        costs: needs.orderWithdrawals,
        room: needs.auction,
        log: needs.auctionLog,
        notifications: needs.notifications,
      }),
    };
  },
  listeners: ({ listing, following }) => ({
    [ORDER_EVENTS.approved]: [
      {
        name: 'list-lot-from-order',
        handle: async ({ orderId }) => {
          await listing.list(Number(orderId));
        },
      },
    ],
    // After the auction is concluded; where that failed, the round below follows.
    [AUCTION_EVENTS.hammer]: [
      {
        name: 'follow-lot-of-order',
        handle: ({ entry }) => following.follow((entry as Hammer).lotId),
      },
    ],
  }),
  jobs: ({ listing, following, withdrawing }, log) => [
    {
      name: 'publish approved orders',
      everyMs: FIND_LOST_MS,
      run: () =>
        listing.listAll((error, orderId) => log.warn({ err: error, orderId }, 'order not published yet')),
    },
    {
      name: 'follow lots of orders',
      everyMs: FIND_LOST_MS,
      run: () =>
        following.followAll((error, lotId) => log.warn({ err: error, lotId }, 'lot not followed yet')),
    },
    {
      name: 'finish withdrawals of orders',
      everyMs: FIND_LOST_MS,
      run: () =>
        withdrawing.finishLeft((error, lotId) => log.warn({ err: error, lotId }, 'lot not withdrawn yet')),
    },
  ],
});
