import type { OrderMoves, OrderTrade } from '#server/domains/trade/orders/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { isOpenRepeat } from '#shared/lifecycles/repeat.ts';
import { createRelistingsRepository } from './relistings.repository.ts';

interface StopRepeatDeps {
  orders: Pick<OrderTrade, 'find' | 'lock'>;
  moves: Pick<OrderMoves, 'move'>;
}

const planOf = (on: AnyDb, lotId: number) => createRelistingsRepository(on).find(lotId);

/** A lot that was not sold is not put on trade again, for good: its customer cannot ask for it any more, and reads the reason. */
export const stopRepeat = ({ orders, moves }: StopRepeatDeps): DecisionKind<'stop-repeat'> => ({
  name: 'stop-repeat',
  subjectOf: ({ lotId }) => `lot:${lotId}`,

  // In the order in which a repeat is published.
  async lock(tx, { lotId }) {
    const seen = await planOf(tx, lotId);
    if (!seen) return;
    await orders.lock(tx, seen.order_id);
    await createRelistingsRepository(tx).lock(lotId);
  },

  // Not its day nor its price: its customer may choose others, and would have every proposal lapse.
  async stateOf(on, { lotId }) {
    const plan = await planOf(on, lotId);
    return plan && { orderId: plan.order_id, round: plan.round };
  },

  async concerns(on, { lotId }) {
    const plan = await planOf(on, lotId);
    const order = plan && (await orders.find(plan.order_id));
    return { personIds: order ? [order.personId] : [], lotId };
  },

  async judge(on, { lotId }) {
    const plan = await planOf(on, lotId);
    return plan && isOpenRepeat(plan.state) ? null : 'nothing-to-do';
  },

  preview: async (_, { lotId }) => [{ fact: 'lot', type: 'lot', lotId }],

  async apply(tx, { lotId }, { proposedBy, reason }) {
    const plan = await planOf(tx, lotId);
    if (!plan) return 'nothing-to-do';
    await createRelistingsRepository(tx).stop(lotId, { by: proposedBy, kind: 'staff', reason });
    const moved = await moves.move(tx, {
      event: 'stop-repeat',
      orderId: plan.order_id,
      lotId,
      why: reason,
      by: { kind: 'staff', personId: proposedBy },
    });
    return moved.outcome === 'moved' ? null : 'nothing-to-do';
  },
});
