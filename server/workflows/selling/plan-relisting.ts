import type { LotsRepository, OrderLots, RelistedLots, StoredLot } from '#server/domains/trade/lots/index.ts';
import type { OrderMoves, OrderOnTrade, OrderTrade } from '#server/domains/trade/orders/index.ts';
import {
  chosenCut,
  createRelistingsRepository,
  planRelisting,
  type NewRepeat,
} from '#server/domains/trade/relistings/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { LOT } from '#shared/lifecycles/lot.ts';
import { isOpenOrder, ORDER } from '#shared/lifecycles/order.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import type { RepeatBases, RepeatRules } from './relisting-basis.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';

const BATCH = 100;

export interface PlanRepeatDeps {
  db: AnyDb;
  bases: RepeatBases;
  lots: Pick<LotsRepository, 'get'>;
  orderLots: Pick<OrderLots, 'lockOnTrade'>;
  repeatedLots: Pick<RelistedLots, 'notJudged' | 'judged' | 'firstOf'>;
  orders: Pick<OrderTrade, 'lock'>;
  moves: Pick<OrderMoves, 'move'>;
  crashAt: WorkflowCrashPoint;
  /** ms of a clock that only rises; given by tests. */
  now?: () => number;
}

type Decided = Pick<NewRepeat, 'ground' | 'publishAt' | 'startPriceTiyin' | 'cutBp' | 'round'>;

/**
 * Decides once about each lot that was not sold whether, when and at which price it is repeated, and tells its customer. The
 * decision, the mark on the lot and the message are one transaction. Safe to repeat.
 */
export function createPlanRelisting(deps: PlanRepeatDeps) {
  const { db, bases, orderLots, repeatedLots, orders, moves, crashAt } = deps;
  const round = createRound(deps.now);

  async function decide(
    tx: AnyDb,
    lot: StoredLot,
    order: OrderOnTrade,
    { figures, calendar }: RepeatRules,
  ): Promise<Decided> {
    const { rounds } = await repeatedLots.firstOf(tx, order.id);
    const never = (ground: NewRepeat['ground']): Decided => ({
      ground,
      publishAt: null,
      cutBp: 0,
      round: rounds + 1,
      startPriceTiyin: lot.start_price_tiyin,
    });
    if (!isOpenOrder(order.status)) return never('order-over');
    if (lot.trade_type === 'fixed-price') return never('fixed-price');
    if (!figures) return never('no-rules');
    const basis = await bases.of(tx, lot, { figures, calendar });
    const plan = planRelisting(basis, chosenCut(figures, order.fields.choices?.repeatCutPercent));
    return plan.publishAt === null ? never(plan.ground) : { ...plan, round: rounds + 1 };
  }

  async function plan(lotId: number): Promise<void> {
    crashAt('repeat-plan-begun');
    const rules = await bases.rulesOf(lotId);
    if (!rules) return;
    await inTransaction(db, async (tx) => {
      const lot = await orderLots.lockOnTrade(lotId, tx);
      if (!lot?.order_id || lot.repeat_judged_at || !allows(LOT, lot.status, 'publish-repeat')) return;
      const order = await orders.lock(tx, lot.order_id);
      // It has not followed its lot yet: the next round decides.
      if (!order || (isOpenOrder(order.status) && !allows(ORDER, order.status, 'plan-repeat'))) return;
      const decided = await decide(tx, lot, order, rules);
      await createRelistingsRepository(tx).add({ ...decided, lotId, orderId: order.id });
      crashAt('repeat-planned');
      await repeatedLots.judged(tx, lotId);
      if (decided.publishAt === null) return;
      const moved = await moves.move(tx, {
        event: 'plan-repeat',
        orderId: order.id,
        lotId,
        by: { kind: 'system' },
        publishAtMs: decided.publishAt.getTime(),
        priceTiyin: decided.startPriceTiyin,
      });
      if (moved.outcome !== 'moved') throw new Error(`order ${order.id} was locked and changed`);
    });
    crashAt('repeat-plan-committed');
  }

  return {
    plan,

    /** Every lot about which nothing is decided; one that fails does not hold up the others. */
    planAll: (onError: RoundError): Promise<void> =>
      round.run({ page: (after) => repeatedLots.notJudged(after, BATCH), work: plan, onError }),
  };
}
