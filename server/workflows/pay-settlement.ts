import { lockSales, type LotsRepository } from '#server/domains/lots/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import {
  createSettlementPayments,
  createSettlementsRepository,
  canGoOn,
  overBecause,
  restOf,
  type AfterSalePorts,
  type SettlementOutcomeOfPayment,
} from '#server/domains/settlements/index.ts';
import { createWallet } from '#server/domains/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { SettlementRefusal } from '#shared/lifecycles/settlement.ts';
import type { WorkflowCrashPoint } from './crash-steps.ts';
import { endDepositOfSale } from './deposit-of-sale.ts';

export interface PaySettlementDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'move'>;
  notifications: Pick<Notifications, 'notify'>;
  afterSale: Pick<AfterSalePorts, 'planPayout' | 'openHandOver'>;
  crashAt: WorkflowCrashPoint;
}

export type PayOutcome =
  | { outcome: 'paid'; already: boolean }
  /** Nothing was written. */
  | { outcome: 'short'; missingTiyin: number }
  | { outcome: 'over'; reason: SettlementRefusal };

export type PaySettlement = ReturnType<typeof createPaySettlement>;

/** The rest of a price is paid from the buyer's balance. */
export function createPaySettlement({ db, lots, notifications, afterSale, crashAt }: PaySettlementDeps) {
  /**
   * In the caller's transaction, which rolls back as a whole: the rest of the price, the deposit that counts towards it, the
   * settlement, the lot's status, the seller's payout and the hand-over. Waits for a concurrent payment, refusal or default, whichever is
   * first decides.
   */
  async function payIn(tx: AnyDb, settlementId: number, actor: string): Promise<PayOutcome> {
    const settlements = createSettlementsRepository(tx);
    const seen = await settlements.byId(settlementId);
    if (!seen) throw new Error(`there is no settlement ${settlementId}`);
    await lockSales(tx, seen.lot_id);
    const settlement = (await settlements.lock(settlementId))!;
    if (settlement.state === 'paid') return { outcome: 'paid', already: true };
    if (!canGoOn(settlement)) return { outcome: 'over', reason: overBecause(settlement) };
    const { lot_id: lotId, person_id: personId } = settlement;
    const rest = restOf(settlement);
    if (rest > 0) {
      const paid = await createWallet(tx).pay({
        ...{ key: `settlement:${settlementId}`, personId, amountTiyin: rest, actor },
        ...{ reference: `lot:${lotId}`, reason: 'the rest of the price' },
      });
      if (paid.outcome === 'short') return paid;
      if (paid.outcome !== 'paid') throw new Error(`settlement ${settlementId} not paid: ${paid.outcome}`);
    }
    crashAt('settlement-money-moved');
    await endDepositOfSale(tx, settlement, { end: 'capture', reason: 'part of the price', actor });
    await settlements.decide(settlement, 'pay', { by: actor, paidTiyin: rest });
    if (!(await lots.move(lotId, 'pay', { by: 'system' }, tx)))
      throw new Error(`lot ${lotId} has a status in which it cannot be paid`);
    await afterSale.planPayout(tx, settlementId);
    await afterSale.openHandOver(tx, settlementId);
    const row = await settlements.rowOf(settlementId);
    const about = { lotId, lotTitle: row!.lot_title };
    await notifications.notify(tx, {
      personId,
      key: `settlement:${settlementId}:paid`,
      template: 'lot-paid',
      params: { ...about, priceTiyin: settlement.price_tiyin },
    });
    if (row!.seller !== null)
      await notifications.notify(tx, {
        personId: row!.seller,
        key: `settlement:${settlementId}:sale-paid`,
        template: 'sale-paid',
        params: { ...about, priceTiyin: settlement.price_tiyin },
      });
    crashAt('settlement-decided');
    return { outcome: 'paid', already: false };
  }

  /** Payments that have come for a settlement and were not tried yet: their event is under way, or a protest held them up. */
  async function payWithCredited(tx: AnyDb, settlementId: number): Promise<void> {
    for (const paymentId of await createSettlementPayments(tx).creditedFor(settlementId))
      await payWith(tx, paymentId, settlementId);
  }

  /**
   * A credited payment pays what it was begun for. Where nothing follows from it, because the lot was paid or lost meanwhile
   * or more is missing, the money stays on the balance, as a message says.
   */
  async function payWith(tx: AnyDb, paymentId: number, settlementId: number): Promise<void> {
    const paid = await payIn(tx, settlementId, 'system');
    // It is tried again when the protest is over; meanwhile the money is on the balance.
    if (paid.outcome === 'over' && paid.reason === 'paused') return;
    const outcome: SettlementOutcomeOfPayment = paid.outcome;
    const payments = createSettlementPayments(tx);
    const isFirst = await payments.tried(paymentId, outcome);
    if (!isFirst || (paid.outcome === 'paid' && !paid.already)) return;
    const row = await createSettlementsRepository(tx).rowOf(settlementId);
    const { lot_id: lotId, lot_title: lotTitle, person_id: personId } = row!;
    await notifications.notify(tx, {
      ...{ personId, key: `payment:${paymentId}:left-over`, template: 'payment-left-over' },
      params: { lotId, lotTitle, amountTiyin: await payments.amountOf(paymentId) },
    });
  }

  return {
    payIn,
    payWith,
    payWithCredited,

    /** From the balance, at the buyer's word. */
    pay: (settlementId: number, personId: string): Promise<PayOutcome> =>
      inTransaction(db, (tx) => payIn(tx, settlementId, personId)),

    /** A payment was credited; one that is for something else changes nothing. */
    async credited(tx: AnyDb, paymentId: number): Promise<void> {
      const settlementId = await createSettlementPayments(tx).settlementOf(paymentId);
      if (settlementId !== null) await payWith(tx, paymentId, settlementId);
    },
  };
}
