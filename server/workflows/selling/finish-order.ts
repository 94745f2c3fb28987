import { createHandOversRepository, type HandOver } from '#server/domains/trade/hand-overs/index.ts';
import type { OrderMoves, OrderTrade } from '#server/domains/trade/orders/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { DONE_HAND_OVERS, type HandOverState } from '#shared/lifecycles/hand-over.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';

const BATCH = 100;

export interface FinishOrderDeps {
  db: AnyDb;
  orders: Pick<OrderTrade, 'lock'>;
  moves: Pick<OrderMoves, 'move'>;
  /** Is it sold at a fixed price, and its sale not over? */
  isOnSale: (lotId: number, tx: AnyDb) => Promise<boolean>;
  /** Order of a lot; null: none. */
  orderOf(lotId: number, tx: AnyDb): Promise<number | null>;
}

/**
 * The sale of a lot at a fixed price is over and its order has followed: it is finished where everything that was sold is
 * handed over already. In the caller's transaction, which has moved, and so locked, the order.
 */
export async function finishIfHandedOver(
  tx: AnyDb,
  moves: Pick<OrderMoves, 'move'>,
  { orderId, lotId }: { orderId: number; lotId: number },
): Promise<void> {
  const { open, done } = await createHandOversRepository(tx).salesOfOrder(orderId);
  if (open > 0 || done === 0) return;
  await moves.move(tx, { event: 'finish', orderId, lotId, by: { kind: 'system' }, why: 'handed-over' });
}

export type FinishOrder = ReturnType<typeof createFinishOrder>;

const isDone = (state: HandOverState): boolean =>
  (DONE_HAND_OVERS as readonly HandOverState[]).includes(state);

/**
 * The order follows its handed-over sale: once every sale of it is paid and handed over, or lost, it is finished. The payout is no
 * condition: it has its own approval, and the seller has done what the order asked for.
 */
export function createFinishOrder({ db, orders, moves, orderOf, isOnSale }: FinishOrderDeps) {
  const round = createRound();

  /** In the caller's transaction, which has confirmed the hand-over. Concurrent ones of one order wait for each other. */
  async function followIn(tx: AnyDb, handOver: HandOver): Promise<void> {
    const { id, lot_id: lotId, seller_id: sellerId } = handOver;
    const handOvers = createHandOversRepository(tx);
    const orderId = await orderOf(lotId, tx);
    const order = orderId === null ? null : await orders.lock(tx, orderId);
    if (orderId === null || !order || order.personId !== sellerId) return handOvers.orderFollowed(id);
    // It has not followed its lot to the sale yet: the round comes back. While more units of the lot are on sale, there is
    // nothing to come back for: the order looks at its sales when that has ended.
    if (allows(ORDER, order.status, 'sell'))
      return (await isOnSale(lotId, tx)) ? handOvers.orderFollowed(id) : undefined;
    if (allows(ORDER, order.status, 'finish')) {
      const by = { kind: 'system' } as const;
      const why = handOver.act?.ground === 'buyer' ? 'received' : 'received-by-staff';
      await moves.move(tx, { event: 'confirm-hand-over', orderId, lotId, by, why });
      const { open } = await handOvers.salesOfOrder(orderId);
      if (open === 0) await moves.move(tx, { event: 'finish', orderId, lotId, by, why: 'handed-over' });
    }
    await handOvers.orderFollowed(id);
  }

  return {
    followIn,

    /** The last part of a price is paid in the caller's transaction: what was handed over before it finishes the order now. */
    async finishIn(tx: AnyDb, lotId: number): Promise<void> {
      const orderId = await orderOf(lotId, tx);
      const order = orderId === null ? null : await orders.lock(tx, orderId);
      if (orderId !== null && order && allows(ORDER, order.status, 'finish'))
        await finishIfHandedOver(tx, moves, { orderId, lotId });
    },

    /** Confirmed hand-overs whose order had not followed its lot by then; one that fails does not hold up the others. */
    followAll: (onError: RoundError): Promise<void> =>
      round.run({
        page: (after) => createHandOversRepository(db).notFollowed(after, BATCH),
        work: (id) =>
          inTransaction(db, async (tx) => {
            const handOver = await createHandOversRepository(tx).lock(id);
            if (handOver && isDone(handOver.state) && handOver.order_followed_at === null)
              await followIn(tx, handOver);
          }),
        onError,
      }),
  };
}
