import type { FavouritesRepository } from '#server/domains/favourites/index.ts';
import type { LotsService, OrderLots } from '#server/domains/lots/index.ts';
import type { OrderTrade } from '#server/domains/orders/index.ts';
import { createParticipantsRepository } from '#server/domains/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { OrderLot } from '#shared/api/orders.ts';
import { SHOWN_ORDERS, type OrderState } from '#shared/lifecycles/order.ts';

export interface LotsOfOrderDeps {
  db: AnyDb;
  orders: Pick<OrderTrade, 'find'>;
  orderLots: Pick<OrderLots, 'idsOf'>;
  lots: Pick<LotsService, 'cards'>;
  favourites: Pick<FavouritesRepository, 'countOf'>;
  /** People who watch the room of a lot now. */
  viewers: (lotId: number) => number;
}

const isShown = (status: OrderState): boolean => (SHOWN_ORDERS as readonly OrderState[]).includes(status);

/** Lots of an order of this person as they are now, the last one first; null: there is no such order of theirs. */
export function createLotsOfOrder(deps: LotsOfOrderDeps) {
  const { orders, orderLots, lots, favourites, viewers } = deps;
  const participants = createParticipantsRepository(deps.db);
  return async (orderId: number, personId: string): Promise<OrderLot[] | null> => {
    const order = await orders.find(orderId);
    if (order?.personId !== personId || !isShown(order.status)) return null;
    const ids = await orderLots.idsOf(orderId);
    const [cards, bidders, marked] = await Promise.all([
      lots.cards(ids),
      participants.bidders(ids),
      favourites.countOf(ids),
    ]);
    return cards
      .map((card) => ({
        ...card,
        bidders: bidders.get(card.id) ?? 0,
        views: viewers(card.id),
        favourites: marked.get(card.id) ?? 0,
      }))
      .toSorted((one, other) => other.id - one.id);
  };
}
export type LotsOfOrder = ReturnType<typeof createLotsOfOrder>;
