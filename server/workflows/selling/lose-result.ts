import type { OrderLots } from '#server/domains/trade/lots/index.ts';
import type { OrderFlows, OrderMoves } from '#server/domains/trade/orders/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';

export interface LoseResultDeps {
  moves: Pick<OrderMoves, 'move'>;
  flows: Pick<OrderFlows, 'record'>;
  orderLots: Pick<OrderLots, 'followed'>;
}

export type LoseResult = ReturnType<typeof createLoseResult>;

/** The result of a lot was cancelled: its order goes back to its customer, in the same transaction. */
export function createLoseResult({ moves, flows, orderLots }: LoseResultDeps) {
  return async function loseResult(tx: AnyDb, lot: { id: number; orderId: number | null }): Promise<void> {
    const { id: lotId, orderId } = lot;
    if (orderId === null) return;
    const [by, why] = [{ kind: 'system' }, 'result-cancelled'] as const;
    const moved = await moves.move(tx, { event: 'lose-result', orderId, lotId, by, why });
    // A finished order stays finished; its history says what became of the sale.
    if (moved.outcome === 'refused' && moved.state === 'finished')
      await flows.record(tx, { orderId, event: 'note-lost-result', from: moved.state, by, why });
    await orderLots.followed(lotId, tx);
  };
}
