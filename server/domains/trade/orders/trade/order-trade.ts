import type { AnyDb } from '#server/platform/database/index.ts';
import { createOrderTradeRepository, type OrderOnTrade } from './order-trade.repository.ts';

/** Orders as their lots see them. */
export interface OrderTrade {
  /** Ids of approved orders without their lot, lowest first. @param after an id; 0: from the first on */
  unpublished(after: number, limit: number): Promise<number[]>;
  /** Ids of a customer's approved orders without their lot. */
  unpublishedOf(personId: string): Promise<number[]>;
  /**
   * Ids of orders without a sale whose stay in trade is over, or that were first published a year ago, lowest first.
   * @param after an id; 0: from the first on
   */
  stayOver(after: number, limit: number): Promise<number[]>;
  /** null: there is no such order. */
  find(orderId: number): Promise<OrderOnTrade | null>;
  /** Locked until the transaction ends; null: there is no such order. */
  lock(tx: AnyDb, orderId: number): Promise<OrderOnTrade | null>;
}

export function createOrderTrade(db: AnyDb): OrderTrade {
  const orders = createOrderTradeRepository(db);
  return {
    unpublished: (after, limit) => orders.unpublished(after, limit),
    unpublishedOf: (personId) => orders.unpublishedOf(personId),
    stayOver: (after, limit) => orders.stayOver(after, limit),
    find: (orderId) => orders.find(orderId),
    lock: (tx, orderId) => createOrderTradeRepository(tx).lock(orderId),
  };
}
