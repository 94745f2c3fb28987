import { lockSales, type LotsRepository, type OrderLots } from '#server/domains/trade/lots/index.ts';
import type { ClosingPort, NotClosed, OrderMoves, OrderTrade } from '#server/domains/trade/orders/index.ts';
import type { ProtestsRepository } from '#server/domains/trade/protests/index.ts';
import { lastProtestUntil } from '#server/domains/trade/trade-applications/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { createRelistingsRepository, type Repeat } from '#server/domains/trade/relistings/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { ENDED_UNSOLD_STATUSES } from '#shared/lifecycles/lot.ts';
import { isOpenOrder } from '#shared/lifecycles/order.ts';
import { isOpenRepeat } from '#shared/lifecycles/repeat.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';

const BATCH = 100;

export interface CloseOrderDeps {
  db: AnyDb;
  orders: Pick<OrderTrade, 'lock' | 'stayOver'>;
  moves: Pick<OrderMoves, 'move'>;
  lots: Pick<LotsRepository, 'get'>;
  orderLots: Pick<OrderLots, 'idsOf'>;
  protestsIn(tx: AnyDb): Pick<ProtestsRepository, 'hasOpen' | 'now'>;
  reference: Pick<ReferenceService, 'ruleSetOf' | 'workingCalendar'>;
}

/** Who closes: the customer, or the end of the stay in trade. */
type Closer = 'customer' | 'stay';

const isNotClosed = (given: object): given is NotClosed => 'obstacle' in given;

/** An order without a sale ends: its customer closes it, or the rules do when its stay is over. */
export function createCloseOrder(deps: CloseOrderDeps): ClosingPort & {
  closeOver(onError: RoundError): Promise<void>;
} {
  const { db, orders, moves, lots, orderLots, protestsIn, reference } = deps;
  const round = createRound();

  /** What is read ahead of the transaction, which must not wait for a second connection. */
  async function rulesOf(orderId: number) {
    const [calendar, lotIds] = await Promise.all([reference.workingCalendar(), orderLots.idsOf(orderId)]);
    const [last] = lotIds;
    const lot = last === undefined ? null : await lots.get(last);
    const repeats = lot?.trade_type === 'auction' ? (await reference.ruleSetOf(lot)).figures.repeat : null;
    return { calendar, lotIds, repeatedByRules: repeats?.by === 'rules' };
  }
  type Rules = Awaited<ReturnType<typeof rulesOf>>;

  /**
   * The customer closes a free sale with its repeat, which they may stop as well; not what the rules of state property put on
   * trade again, also before that is planned. The end of the stay ends a repeat that is held up, and none that is to come.
   */
  function obstacleOfRepeat(plan: Repeat | null, { repeatedByRules }: Rules, by: Closer): NotClosed | null {
    const planned = plan ? isOpenRepeat(plan.state) : repeatedByRules;
    if (!planned) return null;
    const stays = by === 'customer' ? repeatedByRules : plan?.state !== 'blocked';
    return stays ? { obstacle: repeatedByRules ? 'repeat-by-rules' : 'repeat-planned', until: null } : null;
  }

  async function obstacleIn(
    tx: AnyDb,
    lotIds: readonly number[],
    rules: Rules,
    by: Closer,
  ): Promise<NotClosed | null> {
    const [last] = lotIds;
    const lot = last === undefined ? null : await lots.get(last, tx);
    if (!lot) return null;
    if (lot.status === LOT_STATUS.offeredToOne) return { obstacle: 'open-offer', until: null };
    if (!ENDED_UNSOLD_STATUSES.includes(lot.status)) return { obstacle: 'lot-not-over', until: null };
    const protests = protestsIn(tx);
    if (await protests.hasOpen([...lotIds])) return { obstacle: 'open-protest', until: null };
    const now = await protests.now();
    const until = await lastProtestUntil(tx, lot, { calendar: rules.calendar, now });
    if (until && until > now) return { obstacle: 'protest-window', until };
    return obstacleOfRepeat(await createRelistingsRepository(tx).find(lot.id), rules, by);
  }

  /** The order is over: what was to be repeated is not. */
  async function endRepeat(tx: AnyDb, orderId: number, [last]: readonly number[]): Promise<void> {
    const order = await orders.lock(tx, orderId);
    if (last === undefined || !order || isOpenOrder(order.status)) return;
    const repeats = createRelistingsRepository(tx);
    const plan = await repeats.lock(last);
    if (plan && isOpenRepeat(plan.state)) await repeats.stop(last, { by: 'rules', kind: 'system' });
  }

  async function within<Result>(
    orderId: number,
    by: Closer,
    work: (tx: AnyDb) => Promise<Result>,
  ): Promise<Result | NotClosed> {
    const rules = await rulesOf(orderId);
    return inTransaction(db, async (tx) => {
      // Protests, offers and repeats of the lots wait until this has ended, or have ended before.
      for (const lotId of rules.lotIds.toSorted((one, other) => one - other)) await lockSales(tx, lotId);
      const lotIds = await orderLots.idsOf(orderId, tx);
      const obstacle = await obstacleIn(tx, lotIds, rules, by);
      if (obstacle) return obstacle;
      const done = await work(tx);
      await endRepeat(tx, orderId, lotIds);
      return done;
    });
  }

  const port: ClosingPort = {
    async obstacleOf(orderId) {
      const rules = await rulesOf(orderId);
      return obstacleIn(db, rules.lotIds, rules, 'customer');
    },
    within: (orderId, work) => within(orderId, 'customer', work),
  };

  return {
    ...port,

    /** Orders whose stay in trade is over, or that are a year old; one with an obstacle is tried again by the next round. */
    closeOver: (onError) =>
      round.run({
        page: (after) => orders.stayOver(after, BATCH),
        async work(orderId) {
          const closed = await within(orderId, 'stay', (tx) =>
            moves.move(tx, { event: 'close', orderId, by: { kind: 'system' }, why: 'stay-over' }),
          );
          // Its protest, offer, window or repeat ends by itself.
          if (isNotClosed(closed)) return;
        },
        onError,
      }),
  };
}
