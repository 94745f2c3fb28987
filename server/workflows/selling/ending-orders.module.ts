import type { LotsRepository, OrderLots } from '#server/domains/trade/lots/index.ts';
import type { OrderMoves, OrderTrade } from '#server/domains/trade/orders/index.ts';
import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createCloseOrder } from './close-order.ts';
import { createFinishOrder } from './finish-order.ts';

/** What follows a hand-over at once, a look at the tables does in case it was lost. */
const FINISH_LOST_MS = 5_000;
/** The stay of an order is counted in days. */
const CLOSE_OVER_MS = 10 * 60_000;

interface EndingOrdersNeeds extends Pick<Base, 'database'> {
  lotsRepository: Pick<LotsRepository, 'get'>;
  orderLots: OrderLots;
  orderMoves: OrderMoves;
  orderTrade: OrderTrade;
  reference: ReferenceService;
}

/** The end of orders: sold and handed over, or closed without a sale. */
export const endingOrdersModule = defineModule({
  name: 'ending-orders',
  create({ database: { db }, lotsRepository: lots, orderLots, reference, ...needs }: EndingOrdersNeeds) {
    const { orderMoves: moves, orderTrade: orders } = needs;
    return {
      finishing: createFinishOrder({
        db,
        orders,
        moves,
        orderOf: async (lotId, tx) => (await lots.get(lotId, tx))?.order_id ?? null,
        async isOnSale(lotId, tx) {
          const lot = await lots.get(lotId, tx);
          return lot?.trade_type === 'fixed-price' && lot.outcome === null;
        },
      }),
      closing: createCloseOrder({
        db,
        orders,
        moves,
        lots,
        orderLots,
        reference,
        protestsIn: (tx) => createProtestsRepository(tx),
      }),
    };
  },
  jobs: ({ closing, finishing }, log) => [
    {
      name: 'finish orders',
      everyMs: FINISH_LOST_MS,
      run: () =>
        finishing.followAll((error, handOver) =>
          log.warn({ err: error, handOver }, 'order not finished yet'),
        ),
    },
    {
      name: 'close orders',
      everyMs: CLOSE_OVER_MS,
      run: () =>
        closing.closeOver((error, orderId) => log.warn({ err: error, orderId }, 'order not closed yet')),
    },
  ],
});
