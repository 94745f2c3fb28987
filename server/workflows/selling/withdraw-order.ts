import {
  ControlOutcomeUnknown,
  type AuctionLogRepository,
  type AuctionService,
} from '#server/auction/index.ts';
import type { LotsRepository, LotWithdrawals, OrderLots } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { OrderMoves, OrderTrade, Withdrawals } from '#server/domains/trade/orders/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import type { EndFixedPrice } from '../settling/end-fixed-price.ts';
import { finishIfHandedOver } from './finish-order.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';

/** After this time a withdrawal that has not ended has lost its process. */
const LOST_AFTER_MS = 10_000;
const BATCH = 50;

export interface WithdrawOrderDeps {
  db: AnyDb;
  orders: Pick<OrderTrade, 'find'>;
  moves: Pick<OrderMoves, 'move'>;
  /** What it costs the customer. */
  costs: Pick<Withdrawals, 'agrees' | 'count'>;
  lots: Pick<LotsRepository, 'get'>;
  orderLots: Pick<OrderLots, 'onTradeOf' | 'followed'>;
  /** Sales at a fixed price, which have no room. */
  sales: Pick<EndFixedPrice, 'withdraw'>;
  withdrawals: LotWithdrawals;
  /** Makes sure that the core has the room; idempotent. */
  openRoom: (lotId: number) => Promise<void>;
  room: Pick<AuctionService, 'withdraw'>;
  log: Pick<AuctionLogRepository, 'readEntries'>;
  notifications: Pick<Notifications, 'notify'>;
}

type Wish = NonNullable<Awaited<ReturnType<LotWithdrawals['wishOf']>>>;

export type Withdrawn =
  | { outcome: 'withdrawn'; lotId: number }
  /** A price is confirmed: the customer is bound to it. */
  | { outcome: 'has-price' }
  /** By now it costs more than was stated to the customer: nothing was changed. */
  | { outcome: 'costs-more' }
  /** The order is not on trade, or its lot has ended. */
  | { outcome: 'not-on-trade' }
  /** The room did not answer in time. The wish is recorded and carried out as soon as it answers. */
  | { outcome: 'busy' };

const NOT_ON_TRADE = { outcome: 'not-on-trade' } as const;

/**
 * A customer takes the lot of an order off trade before the first confirmed price. The room itself decides, at one instant
 * with the bids: either it closes, or a price is there and the lot stays. Safe to repeat.
 */
export function createWithdrawOrder(deps: WithdrawOrderDeps) {
  const { db, orders, moves, costs, lots, orderLots, withdrawals, openRoom, room, log, notifications } = deps;
  const round = createRound();

  const cancel = (orderId: number, lotId: number, { personId, atMostTiyin }: Wish): Promise<void> =>
    inTransaction(db, async (tx) => {
      // Refused when the order has followed already: the penalty is counted once.
      await moves.move(tx, {
        event: 'withdraw',
        orderId,
        lotId,
        atMostTiyin,
        by: { kind: 'customer', personId },
      });
      await withdrawals.done(lotId, tx);
    });

  const withdrawSale = (
    orderId: number,
    lotId: number,
    { personId, atMostTiyin }: Wish,
  ): Promise<Withdrawn> =>
    inTransaction(db, async (tx) => {
      if (!(await costs.agrees(tx, { personId, lotId }, atMostTiyin))) return { outcome: 'costs-more' };
      const ended = await deps.sales.withdraw(lotId, { by: 'customer' }, tx);
      if (ended === null) return NOT_ON_TRADE;
      // Only what was not sold is withdrawn: the order follows its sales. It counts like any other withdrawal.
      if (ended === 'sold-in-part') {
        const lot = await lots.get(lotId, tx);
        const penaltyTiyin = await costs.count(tx, { id: orderId, person_id: personId, lotId }, atMostTiyin);
        if (penaltyTiyin > 0)
          await notifications.notify(tx, {
            personId,
            key: `order:${orderId}:lot:${lotId}:penalty`,
            template: 'order-penalty',
            params: { orderId, amountTiyin: penaltyTiyin, ...(lot && { orderTitle: lot.title }) },
          });
        await moves.move(tx, {
          event: 'sell',
          orderId,
          lotId,
          by: { kind: 'system' },
          priceTiyin: lot?.room_price_tiyin ?? 0,
        });
        await finishIfHandedOver(tx, moves, { orderId, lotId });
        await orderLots.followed(lotId, tx);
        return { outcome: 'withdrawn', lotId };
      }
      await withdrawals.ask(lotId, { personId, atMostTiyin }, tx);
      await moves.move(tx, {
        event: 'withdraw',
        orderId,
        lotId,
        atMostTiyin,
        by: { kind: 'customer', personId },
      });
      await withdrawals.done(lotId, tx);
      return { outcome: 'withdrawn', lotId };
    });

  /** The reason of the entry that closed the room; null: that entry is not in the log yet. */
  async function closingReason(lotId: number, seq: number): Promise<string | null> {
    const [closing] = await log.readEntries(lotId, seq - 1, 1);
    if (!closing) return null;
    if (closing.entry.kind !== 'closed') throw new Error(`the room of lot ${lotId} is closed by no entry`);
    return closing.entry.reason;
  }

  /** The wish is over: a price came first. Who was answered "later" learns it by a message. */
  const dropForPrice = (orderId: number, lotId: number, { personId }: Wish): Promise<void> =>
    inTransaction(db, async (tx) => {
      await withdrawals.drop(lotId, tx);
      const lot = await lots.get(lotId, tx);
      await notifications.notify(tx, {
        personId,
        key: `order:${orderId}:lot:${lotId}:not-withdrawn`,
        template: 'order-not-withdrawn',
        params: { orderId, ...(lot && { orderTitle: lot.title }) },
      });
    });

  /** @param answeredLater the customer has left with the answer that it will be done later */
  async function closeRoom(
    orderId: number,
    lotId: number,
    wish: Wish,
    answeredLater = false,
  ): Promise<Withdrawn> {
    await openRoom(lotId);
    let answer: Awaited<ReturnType<typeof room.withdraw>>;
    try {
      answer = await room.withdraw({ lotId, reason: '', unlessPriced: true });
    } catch (error) {
      // The wish is recorded: the worker asks again.
      if (error instanceof ControlOutcomeUnknown) return { outcome: 'busy' };
      throw error;
    }
    if (answer.verdict === 'refused') {
      const { reason } = answer;
      if (reason === 'held' || reason === 'fenced') return { outcome: 'busy' };
      if (reason === 'already-bidding' && answeredLater) await dropForPrice(orderId, lotId, wish);
      else await withdrawals.drop(lotId);
      return reason === 'already-bidding' ? { outcome: 'has-price' } : NOT_ON_TRADE;
    }
    const reason = await closingReason(lotId, answer.seq);
    // A repeat can be answered before the first request's entry is committed.
    if (reason === null) return { outcome: 'busy' };
    // Staff may have closed the room in the same moment; their closing has a reason.
    if (!(await withdrawals.closedByCustomer(lotId, reason))) return NOT_ON_TRADE;
    await cancel(orderId, lotId, wish);
    return { outcome: 'withdrawn', lotId };
  }

  return {
    /**
     * @param personId the customer of the order
     * @param atMostTiyin the penalty that was stated to the customer; null: any
     */
    async withdraw(orderId: number, personId: string, atMostTiyin: number | null): Promise<Withdrawn> {
      const wish = { personId, atMostTiyin };
      const order = await orders.find(orderId);
      if (order?.personId !== personId || !allows(ORDER, order.status, 'withdraw')) return NOT_ON_TRADE;
      const lot = await orderLots.onTradeOf(orderId);
      if (!lot) return NOT_ON_TRADE;
      if (lot.trade_type === 'fixed-price') return withdrawSale(orderId, lot.id, wish);
      const agreed = await inTransaction(db, async (tx) => {
        const agrees = await costs.agrees(tx, { personId, lotId: lot.id }, atMostTiyin);
        if (agrees) await withdrawals.ask(lot.id, wish, tx);
        return agrees;
      });
      if (!agreed) return { outcome: 'costs-more' };
      return closeRoom(orderId, lot.id, wish);
    },

    /**
     * Finishes withdrawals whose process died or whose room did not answer; one that fails does not hold up the others, and
     * is tried again after a pause that grows.
     */
    finishLeft: (onError: RoundError): Promise<void> =>
      round.run({
        page: (after) => withdrawals.left(after, BATCH, LOST_AFTER_MS),
        work: async (lotId) => {
          const orderId = (await lots.get(lotId))?.order_id;
          const wish = await withdrawals.wishOf(lotId);
          // Null: another process has finished it meanwhile.
          if (orderId && wish !== null) await closeRoom(orderId, lotId, wish, true);
        },
        onError,
      }),
  };
}
