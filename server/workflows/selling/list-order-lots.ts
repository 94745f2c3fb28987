import type { FavouritesRepository } from '#server/domains/trade/favourites/index.ts';
import type { LotsService, OrderLots } from '#server/domains/trade/lots/index.ts';
import type { OrderTrade } from '#server/domains/trade/orders/index.ts';
import { createParticipantsRepository } from '#server/domains/trade/trade-applications/index.ts';
import type { Relistings } from '#server/domains/trade/relistings/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { orderLots as contract } from '#shared/api/cabinet/orders.ts';
import type { z } from 'zod';
import type { RequestRelisting } from './request-relisting.ts';
import { SHOWN_ORDERS, type OrderState } from '#shared/lifecycles/order.ts';

export interface LotsOfOrderDeps {
  db: AnyDb;
  orders: Pick<OrderTrade, 'find'>;
  orderLots: Pick<OrderLots, 'idsOf'>;
  lots: Pick<LotsService, 'cards'>;
  favourites: Pick<FavouritesRepository, 'countOf'>;
  repeats: Pick<Relistings, 'ofOrder'>;
  wishes: Pick<RequestRelisting, 'possible'>;
  /** People who watch the room of a lot now. */
  viewers: (lotId: number) => number;
}

const isShown = (status: OrderState): boolean => (SHOWN_ORDERS as readonly OrderState[]).includes(status);

/**
 * Lots of an order of this person as they are now, and what becomes of those that were not sold; null: there is no such order
 * of theirs.
 */
export function createLotsOfOrder(deps: LotsOfOrderDeps) {
  const { orders, orderLots, lots, favourites, repeats, wishes, viewers } = deps;
  const participants = createParticipantsRepository(deps.db);
  return async (orderId: number, personId: string): Promise<z.infer<typeof contract.answer> | null> => {
    const order = await orders.find(orderId);
    if (order?.personId !== personId || !isShown(order.status)) return null;
    const ids = await orderLots.idsOf(orderId);
    const [cards, bidders, marked, decided, possible] = await Promise.all([
      lots.cards(ids),
      participants.bidders(ids),
      favourites.countOf(ids),
      repeats.ofOrder(orderId),
      wishes.possible({ orderId, personId, state: order.status }),
    ]);
    const rounds = new Map(ids.toReversed().map((id, i) => [id, i + 1]));
    const items = cards
      .map((card) => ({
        ...card,
        bidders: bidders.get(card.id) ?? 0,
        views: viewers(card.id),
        favourites: marked.get(card.id) ?? 0,
        round: rounds.get(card.id) ?? 1,
      }))
      .toSorted((one, other) => other.id - one.id);
    return { items, repeats: decided, wishes: possible };
  };
}
export type LotsOfOrder = ReturnType<typeof createLotsOfOrder>;
