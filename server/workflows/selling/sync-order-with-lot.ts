import type { LotWithdrawals, OrderLots } from '#server/domains/trade/lots/index.ts';
import type { OrderMove, OrderMoves } from '#server/domains/trade/orders/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { finishIfHandedOver } from './finish-order.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';

const BATCH = 100;

export interface FollowLotDeps {
  db: AnyDb;
  lots: OrderLots;
  withdrawals: Pick<LotWithdrawals, 'wishOf' | 'done' | 'drop'>;
  /** All that follows from the hammer has been done, an offer to the only participant included. */
  isConcluded: (lotId: number) => Promise<boolean>;
  /** The reason in the entry that closed the lot's room; null: no room was closed. */
  closingReason: (lotId: number) => Promise<string | null>;
  moves: Pick<OrderMoves, 'move'>;
  crashAt: WorkflowCrashPoint;
}

type EndedLot = NonNullable<Awaited<ReturnType<OrderLots['lockEnded']>>>;

const BY_SYSTEM = { kind: 'system' } as const;

/** The reserve or the only participant may yet be offered it; while they are, the order waits for the answer. */
const mayBeOffered = ({ status, winner_declines: declined, participants }: EndedLot): boolean =>
  (status === LOT_STATUS.priceFormed && declined) || (status === LOT_STATUS.notHeld && participants === 1);

/** What the end of a lot means for its order. @param wish of the customer who withdrew it; null: staff did */
function moveAfterLot(lot: EndedLot, wish: Awaited<ReturnType<LotWithdrawals['wishOf']>>): OrderMove | null {
  const { id: lotId, order_id: orderId, outcome } = lot;
  if (orderId === null || outcome === null) return null;
  // Cancelled before its order followed.
  if (lot.status === LOT_STATUS.resultCancelled)
    return { event: 'lose-result', orderId, lotId, by: BY_SYSTEM, why: 'result-cancelled' };
  switch (outcome) {
    case 'sold':
      // The sale was lost before its order followed.
      if (lot.status === LOT_STATUS.priceNotConfirmed)
        return { event: 'end-unsold', orderId, lotId, by: BY_SYSTEM, why: 'price-not-confirmed' };
      return { event: 'sell', orderId, lotId, by: BY_SYSTEM, priceTiyin: lot.room_price_tiyin ?? 0 };
    case 'not-held':
      // Offered to the only participant, who did not accept.
      if (lot.status === LOT_STATUS.priceNotConfirmed)
        return { event: 'end-unsold', orderId, lotId, by: BY_SYSTEM, why: 'price-not-confirmed' };
      return { event: 'end-unsold', orderId, lotId, by: BY_SYSTEM, why: outcome };
    case 'no-price-given':
    case 'price-not-confirmed':
      return { event: 'end-unsold', orderId, lotId, by: BY_SYSTEM, why: outcome };
    case 'withdrawn':
      if (wish === null) return { event: 'withdraw-by-staff', orderId, lotId, by: BY_SYSTEM };
      return {
        event: 'withdraw',
        orderId,
        lotId,
        atMostTiyin: wish.atMostTiyin,
        by: { kind: 'customer', personId: wish.personId },
      };
  }
}

/**
 * The order follows its ended lot: its state, the history, the message to the customer and the mark that it followed are
 * one transaction. Safe to repeat; an order that has moved on meanwhile stays where it is.
 */
export function createFollowLot({ db, lots, withdrawals, moves, crashAt, ...deps }: FollowLotDeps) {
  const round = createRound();

  async function follow(lotId: number): Promise<void> {
    crashAt('follow-lot-begun');
    const concluded = await deps.isConcluded(lotId);
    const reason = await deps.closingReason(lotId);
    await inTransaction(db, async (tx) => {
      const lot = await lots.lockEnded(lotId, tx);
      if (!lot || (mayBeOffered(lot) && !concluded)) return;
      const asked = lot.outcome === 'withdrawn' ? await withdrawals.wishOf(lotId, tx) : null;
      // Staff gives a reason and a customer none: a wish that staff forestalled costs its customer nothing.
      const forestalled = asked !== null && reason !== null && reason !== '';
      const move = moveAfterLot(lot, forestalled ? null : asked);
      if (move) await moves.move(tx, move);
      if (move?.event === 'sell' && lot.trade_type === 'fixed-price')
        await finishIfHandedOver(tx, moves, move);
      crashAt('follow-lot-moved');
      if (forestalled) await withdrawals.drop(lotId, tx);
      else if (asked !== null) await withdrawals.done(lotId, tx);
      await lots.followed(lotId, tx);
    });
    crashAt('follow-lot-committed');
  }

  return {
    follow,

    /**
     * Every ended lot whose order has not followed; one that fails does not hold up the others, and is tried again after a
     * pause that grows.
     */
    followAll: (onError: RoundError): Promise<void> =>
      round.run({ page: (after) => lots.notFollowed(after, BATCH), work: follow, onError }),
  };
}
