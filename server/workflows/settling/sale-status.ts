import { type ChangeCause, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import { createPurchasesRepository } from '#server/domains/trade/purchases/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { allows, stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { LOT, type LotEvent } from '#shared/lifecycles/lot.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { isLost, type SettlementState } from '#shared/lifecycles/settlement.ts';
import { endSuspensionTask } from '../selling/suspend-sale.ts';

/** What the sales of a lot at a fixed price are decided by, all read under the lock of its sales. */
export interface SalesOfLot {
  status: LotStatus;
  units: number;
  /** Units sold, also of sales that were lost once nothing was on sale any more. */
  sold: number;
  /** States of its sales. */
  settlements: readonly SettlementState[];
  /** Its time is over, or it is withdrawn: nothing more is sold. */
  over: null | 'time' | 'withdrawn';
}

/**
 * Which status the sales of a lot at a fixed price give: on sale while units and time are left; then overdue while any sale is,
 * paid in part while any owes, otherwise sold; where every sale was lost its result is cancelled if one was, otherwise its price not
 * confirmed; without a sale ended or withdrawn. As events of the lot, in their order; none where the status stays.
 */
export function eventsOfSales({ status, units, sold, settlements, over }: SalesOfLot): LotEvent[] {
  const open = allows(LOT, status, 'sell-out');
  if (open && over === null && sold < units) return [];
  if (open && settlements.length === 0) return [over === 'withdrawn' ? 'withdraw-sale' : 'end-sale'];
  const living = settlements.filter((state) => !isLost(state));
  if (living.length === 0)
    return settlements.includes('cancelled')
      ? [...(open ? (['sell-in-parts'] as const) : []), 'cancel-result']
      : eventsOfLoss(status, open);
  const target = living.includes('overdue')
    ? LOT_STATUS.paymentOverdue
    : living.some((state) => state !== 'paid')
      ? LOT_STATUS.paidInPart
      : LOT_STATUS.soldAndPaid;
  if (status === target) return [];
  if (target === LOT_STATUS.soldAndPaid) return [open ? 'sell-out' : 'pay'];
  const inParts: LotEvent = open ? 'sell-in-parts' : 'pay-in-part';
  if (target === LOT_STATUS.paidInPart) return [inParts];
  return open ? [inParts, 'fall-due'] : ['fall-due'];
}

/** A sale is lost from its deadline on: the lot has been overdue then, also where it was on sale meanwhile. */
function eventsOfLoss(status: LotStatus, open: boolean): LotEvent[] {
  if (open) return ['sell-in-parts', 'fall-due', 'lose-price'];
  if (status === LOT_STATUS.paidInPart) return ['fall-due', 'lose-price'];
  return allows(LOT, status, 'lose-price') ? ['lose-price'] : [];
}

export interface FollowSalesDeps {
  lots: Pick<LotsRepository, 'get' | 'move' | 'conclude'>;
}

export type FollowSales = ReturnType<typeof createFollowSales>;

/** The one place that moves a lot at a fixed price when its sales change or its sale ends. */
export function createFollowSales({ lots }: FollowSalesDeps) {
  /**
   * In the caller's transaction, which holds the lock of the lot's sales. Returns whether the sale of the lot ended by this.
   * @param end that its time is over, or who withdraws it or has cancelled a sale; null: a sale was made, paid or fell due
   */
  return async function followSales(
    tx: AnyDb,
    lotId: number,
    end: null | 'time' | { withdrawn: ChangeCause } | { cancelled: ChangeCause } = null,
  ): Promise<boolean> {
    // Not locked: what it decides by changes under the lock of the sales alone, and payers, who have locked their money by
    // now, would wait for a buyer who has locked the stock and waits for that money.
    const stock = await createPurchasesRepository(tx).stock(lotId);
    const lot = await lots.get(lotId, tx);
    if (!stock || !lot) throw new Error(`lot ${lotId} is not sold at a fixed price`);
    const sales = await createSettlementsRepository(tx).ofLot(lotId);
    const settlements = sales.map(({ state }) => state);
    const { over, cause } = readEnd(end);
    const { status } = lot;
    const events = eventsOfSales({ status, units: stock.units, sold: stock.sold, settlements, over });
    let ended = false;
    for (const event of events) {
      if (lot.outcome !== null || ended) {
        if (!(await lots.move(lotId, event, cause, tx)))
          throw new Error(`lot ${lotId} has a status in which its sales cannot ${event}`);
        continue;
      }
      ended = await lots.conclude(
        lotId,
        {
          event,
          cause,
          outcome: sales.length > 0 ? 'sold' : over === 'withdrawn' ? 'withdrawn' : 'no-price-given',
          // Of one unit, as it is stated everywhere; each sale has its own sum.
          priceTiyin: sales.length > 0 ? lot.start_price_tiyin : null,
          count: 0,
          winnerPersonId: null,
          winnerNumber: null,
          winnerDeclines: false,
          reservePersonId: null,
          reserveNumber: null,
          reservePriceTiyin: null,
          participants: new Set(sales.map(({ person_id }) => person_id)).size,
          payUntil: null,
          endedAt: endOf(stock, over),
        },
        tx,
      );
      if (!ended) throw new Error(`lot ${lotId} has a status in which its sale cannot ${event}`);
    }
    if (ended && status === stateAfter(LOT, 'suspend-sale')) await endSuspensionTask(tx, lotId);
    return ended;
  };
}

function readEnd(end: null | 'time' | { withdrawn: ChangeCause } | { cancelled: ChangeCause }): {
  over: SalesOfLot['over'];
  cause: ChangeCause;
} {
  if (end === null || end === 'time') return { over: end, cause: { by: 'system' } };
  return 'withdrawn' in end
    ? { over: 'withdrawn', cause: end.withdrawn }
    : { over: null, cause: end.cancelled };
}

/** A reservation that was begun in time may be confirmed after it: the sale ended then. */
const endOf = ({ closesAt, now }: { closesAt: Date; now: Date }, over: SalesOfLot['over']): Date =>
  over === 'time' ? closesAt : now;
