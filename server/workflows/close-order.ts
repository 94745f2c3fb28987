import { lockSales, type LotsRepository, type OrderLots } from '#server/domains/lots/index.ts';
import type { ClosingPort, NotClosed, OrderMoves, OrderTrade } from '#server/domains/orders/index.ts';
import { protestUntilOf, type ProtestsRepository } from '#server/domains/protests/index.ts';
import type { ReferenceService } from '#server/domains/reference/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { ENDED_UNSOLD_STATUSES } from '#shared/lifecycles/lot.ts';
import { createRound, type RoundError } from './round.ts';

const BATCH = 100;

export interface CloseOrderDeps {
  db: AnyDb;
  orders: Pick<OrderTrade, 'stayOver'>;
  moves: Pick<OrderMoves, 'move'>;
  lots: Pick<LotsRepository, 'get'>;
  orderLots: Pick<OrderLots, 'idsOf'>;
  protestsIn(tx: AnyDb): Pick<ProtestsRepository, 'hasOpen' | 'now'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
}

export type CloseOrder = ReturnType<typeof createCloseOrder>;

const isNotClosed = (given: object): given is NotClosed => 'obstacle' in given;

/** An order without a sale ends: its customer closes it, or the rules do when its stay is over. */
export function createCloseOrder(deps: CloseOrderDeps): ClosingPort & {
  closeOver(onError: RoundError): Promise<void>;
} {
  const { db, orders, moves, lots, orderLots, protestsIn, reference } = deps;
  const round = createRound();
  type Calendar = Awaited<ReturnType<ReferenceService['workingCalendar']>>;

  async function obstacleIn(
    tx: AnyDb,
    lotIds: readonly number[],
    calendar: Calendar,
  ): Promise<NotClosed | null> {
    const [last] = lotIds;
    const lot = last === undefined ? null : await lots.get(last, tx);
    if (!lot) return null;
    if (lot.status === LOT_STATUS.offeredToOne) return { obstacle: 'open-offer', until: null };
    if (!ENDED_UNSOLD_STATUSES.includes(lot.status)) return { obstacle: 'lot-not-over', until: null };
    const protests = protestsIn(tx);
    if (await protests.hasOpen([...lotIds])) return { obstacle: 'open-protest', until: null };
    const until = protestUntilOf(lot, calendar);
    return until && until > (await protests.now()) ? { obstacle: 'protest-window', until } : null;
  }

  const port: ClosingPort = {
    async obstacleOf(orderId) {
      const [calendar, lotIds] = await Promise.all([reference.workingCalendar(), orderLots.idsOf(orderId)]);
      return obstacleIn(db, lotIds, calendar);
    },

    async within(orderId, work) {
      const [calendar, seen] = await Promise.all([reference.workingCalendar(), orderLots.idsOf(orderId)]);
      return inTransaction(db, async (tx) => {
        // Protests, offers and repeats of the lots wait until this has ended, or have ended before.
        for (const lotId of seen.toSorted((one, other) => one - other)) await lockSales(tx, lotId);
        const obstacle = await obstacleIn(tx, await orderLots.idsOf(orderId, tx), calendar);
        return obstacle ?? work(tx);
      });
    },
  };

  return {
    ...port,

    /** Orders whose stay in trade is over, or that are a year old; one with an obstacle is tried again by the next round. */
    closeOver: (onError) =>
      round.run({
        page: (after) => orders.stayOver(after, BATCH),
        async work(orderId) {
          const closed = await port.within(orderId, (tx) =>
            moves.move(tx, { event: 'close', orderId, by: { kind: 'system' }, why: 'stay-over' }),
          );
          // Its protest, offer or window ends by itself.
          if (isNotClosed(closed)) return;
        },
        onError,
      }),
  };
}
