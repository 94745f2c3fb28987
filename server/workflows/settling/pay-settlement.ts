import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { WorkingCalendar } from '#server/domains/content/reference/index.ts';
import {
  createPartsRepository,
  createSettlementPayments,
  createSettlementsRepository,
  canGoOn,
  lateParts,
  missingTransfer,
  nextLookAtParts,
  overBecause,
  partTerms,
  type Settlement,
  type SettlementOutcomeOfPayment,
} from '#server/domains/money/settlements/index.ts';
import type { HandOvers } from '#server/domains/trade/hand-overs/index.ts';
import type { Payouts } from '#server/domains/money/payouts/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { SETTLEMENT, type SettlementRefusal } from '#shared/lifecycles/settlement.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import type { FinishOrder } from '../selling/finish-order.ts';
import { endDepositOfSale } from './deposit-of-sale.ts';
import { createFollowSales } from './sale-status.ts';
import { paymentAmount, type SumOfPayment } from './payment-amount.ts';

export interface PaySettlementDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'get' | 'move' | 'conclude' | 'setPayUntil'>;
  notifications: Pick<Notifications, 'notify'>;
  payouts: Pick<Payouts, 'plan'>;
  handOvers: Pick<HandOvers, 'open'>;
  finishing: Pick<FinishOrder, 'finishIn'>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
  /** On the given connection. */
  calendarIn(tx: AnyDb): Promise<WorkingCalendar>;
  crashAt: WorkflowCrashPoint;
}

export type PayOutcome =
  | { outcome: 'paid'; already: boolean }
  /** The asked parts are paid, and others are left. */
  | { outcome: 'part-paid'; already: boolean }
  /** Nothing was written. */
  | { outcome: 'short'; missingTiyin: number }
  /** The lot does not offer such parts. Nothing was written. */
  | { outcome: 'no-parts' }
  | { outcome: 'over'; reason: SettlementRefusal };

/** What a payment is for. */
export interface Purpose {
  /** The parts up to this one, it included; null: everything that is left. */
  throughPart?: number | null;
  /** When the money counts; absent: now. */
  paidAt?: Date | null;
}

export type PaySettlement = ReturnType<typeof createPaySettlement>;

/** The rest of a price, or parts of it, are paid from the buyer's balance. */
export function createPaySettlement({
  db,
  lots,
  notifications,
  payouts,
  handOvers,
  finishing,
  crashAt,
  ...deps
}: PaySettlementDeps) {
  const followSales = createFollowSales({ lots });

  /** The parts are paid; the terms of the next one, null: none is left. */
  async function writeParts(
    tx: AnyDb,
    settlement: Settlement,
    paid: SumOfPayment,
    { now, at }: { now: Date; at: Date },
  ) {
    const { due, planned, rules } = paid.parts!;
    const parts = createPartsRepository(tx);
    if (planned) await parts.state(settlement.id, planned, due.at(-1)!.k);
    else
      for (const { k, lateFeeTiyin } of due)
        await parts.pay(settlement.id, k, { at, feeTiyin: lateFeeTiyin });
    const left = (await parts.ofSettlements([settlement.id])).filter(({ paid_at }) => paid_at === null);
    if (left.length === 0) return null;
    const next = left[0]!;
    const terms = partTerms(next.due_at, rules.patienceDays);
    return { next, left: left.length, terms, stillLate: next.due_at <= now };
  }

  /** One part after the other: messages say what comes next. */
  async function tellOfParts(
    tx: AnyDb,
    settlement: Settlement,
    paid: { throughPart: number; amountTiyin: number; next: { amount_tiyin: number; due_at: Date } },
  ): Promise<void> {
    const row = (await createSettlementsRepository(tx).rowOf(settlement.id))!;
    const { throughPart, amountTiyin, next } = paid;
    const params = {
      lotId: row.lot_id,
      lotTitle: row.lot_title,
      amountTiyin,
      nextTiyin: next.amount_tiyin,
      payByMs: next.due_at.getTime(),
    };
    const key = `settlement:${settlement.id}:part:${throughPart}`;
    await notifications.notify(tx, {
      personId: settlement.person_id,
      key,
      template: 'lot-part-paid',
      params,
    });
    if (row.seller !== null)
      await notifications.notify(tx, {
        personId: row.seller,
        key: `${key}:seller`,
        template: 'sale-part-paid',
        params,
      });
  }

  async function tellOfAll(tx: AnyDb, settlement: Settlement): Promise<void> {
    const row = (await createSettlementsRepository(tx).rowOf(settlement.id))!;
    const params = { lotId: row.lot_id, lotTitle: row.lot_title, priceTiyin: settlement.price_tiyin };
    const key = `settlement:${settlement.id}`;
    await notifications.notify(tx, {
      personId: settlement.person_id,
      key: `${key}:paid`,
      template: 'lot-paid',
      params,
    });
    if (row.seller !== null)
      await notifications.notify(tx, {
        personId: row.seller,
        key: `${key}:sale-paid`,
        template: 'sale-paid',
        params,
      });
  }

  /**
   * In the caller's transaction, which rolls back as a whole: the rest of the price or of the asked parts, the deposit that counts
   * towards it, the settlement, the lot's status, the seller's payout and the hand-over. Waits for a concurrent
   * payment, refusal or default, whichever is first decides.
   */
  async function payIn(
    tx: AnyDb,
    settlementId: number,
    actor: string,
    { throughPart = null, paidAt = null }: Purpose = {},
  ): Promise<PayOutcome> {
    const settlements = createSettlementsRepository(tx);
    const seen = await settlements.byId(settlementId);
    if (!seen) throw new Error(`there is no settlement ${settlementId}`);
    await lockSales(tx, seen.lot_id);
    const settlement = (await settlements.lock(settlementId))!;
    if (settlement.state === 'paid') return { outcome: 'paid', already: true };
    if (!canGoOn(settlement)) return { outcome: 'over', reason: overBecause(settlement) };
    const now = await settlements.now();
    const at = paidAt && paidAt < now ? paidAt : now;
    // The dates of the parts follow from the moment at which the first one is paid here.
    const counts = settlement.parts_begun_at ? at : now;
    const calendar = () => deps.calendarIn(tx);
    const sum = await paymentAmount(tx, settlement, throughPart, { at: counts, calendar });
    if (sum === 'no-parts') return { outcome: 'no-parts' };
    if (sum.parts?.due.length === 0) return { outcome: 'part-paid', already: true };
    const { amountTiyin, lateFeeTiyin } = sum;
    const { lot_id: lotId, person_id: personId } = settlement;
    const from = sum.parts?.due[0]!.k;
    if (amountTiyin > 0) {
      const paid = await createWallet(tx).pay({
        key: from ? `settlement:${settlementId}:part:${from}` : `settlement:${settlementId}`,
        personId,
        amountTiyin,
        lateFeeTiyin,
        actor,
        reference: `lot:${lotId}`,
        reason: sum.parts ? 'parts of the price' : 'the rest of the price',
      });
      if (paid.outcome === 'short') return paid;
      if (paid.outcome !== 'paid') throw new Error(`settlement ${settlementId} not paid: ${paid.outcome}`);
    }
    crashAt('settlement-money-moved');
    if (!settlement.parts_begun_at)
      await endDepositOfSale(tx, settlement, { end: 'capture', reason: 'part of the price', actor });
    for (const occasion of [lateParts(settlement), missingTransfer(settlement)])
      await deps.tasks.finishOccasion(occasion, { personId: 'rules', name: '' }, '', tx);
    const through = sum.parts?.due.at(-1)!.k;
    const rest = sum.parts && (await writeParts(tx, settlement, sum, { now, at }));
    crashAt('settlement-parts-written');
    if (rest) {
      const { terms, next, stillLate } = rest;
      const lookAt = stillLate
        ? now
        : nextLookAtParts({ due_at: terms.dueAt, default_at: terms.defaultAt }, now);
      const paid = { paidTiyin: amountTiyin, lateFeeTiyin, at: now, stillLate, lookAt, ...terms };
      const changed = await settlements.payInPart(settlement, paid);
      await followLot(tx, settlement, changed);
      if (settlement.sale !== 'purchase') await lots.setPayUntil(lotId, terms.dueAt, tx);
      await tellOfParts(tx, settlement, {
        throughPart: through!,
        amountTiyin: amountTiyin + lateFeeTiyin,
        next,
      });
    } else {
      await settlements.decide(settlement, 'pay', { by: actor, paidTiyin: amountTiyin, lateFeeTiyin });
      if (settlement.sale === 'purchase') await followSales(tx, lotId);
      else if (!(await lots.move(lotId, 'pay', { by: 'system' }, tx)))
        throw new Error(`lot ${lotId} has a status in which it cannot be paid`);
    }
    const price = sum.parts?.due.reduce((all, part) => all + part.amountTiyin, 0);
    await payouts.plan(
      tx,
      settlementId,
      sum.parts ? { from: from!, through: through!, amountTiyin: price!, lateFeeTiyin } : undefined,
    );
    // Possession passes with the first part, ownership with the last: one hand-over for the sale.
    await handOvers.open(tx, settlementId);
    if (!rest) {
      await finishing.finishIn(tx, lotId);
      await tellOfAll(tx, settlement);
    }
    crashAt('settlement-decided');
    return rest ? { outcome: 'part-paid', already: false } : { outcome: 'paid', already: false };
  }

  /** The lot shows that its sale is paid in part, unless it does already, or others of its parts are late. */
  async function followLot(tx: AnyDb, before: Settlement, after: Settlement): Promise<void> {
    const inPart = SETTLEMENT.events['pay-in-part'].to;
    if (before.state === inPart || after.state !== inPart) return;
    if (before.sale === 'purchase') {
      await followSales(tx, before.lot_id);
      return;
    }
    if (!(await lots.move(before.lot_id, 'pay-in-part', { by: 'system' }, tx)))
      throw new Error(`lot ${before.lot_id} has a status in which it cannot be paid in part`);
  }

  /** Payments that have come for a settlement and were not tried yet: their event is under way, or a protest held them up. */
  async function payWithCredited(tx: AnyDb, settlementId: number): Promise<void> {
    for (const paymentId of await createSettlementPayments(tx).creditedFor(settlementId))
      await payWith(tx, paymentId, settlementId);
  }

  /**
   * A credited payment pays what it was begun for. Where nothing follows from it, because that was paid or the sale lost meanwhile
   * or more is missing, the money stays on the balance, as a message says.
   */
  async function payWith(tx: AnyDb, paymentId: number, settlementId: number): Promise<void> {
    const payments = createSettlementPayments(tx);
    const paid = await payIn(tx, settlementId, 'system', await payments.purposeOf(paymentId));
    // It is tried again when the protest is over; meanwhile the money is on the balance.
    if (paid.outcome === 'over' && paid.reason === 'paused') return;
    const isPaid = paid.outcome === 'paid' || paid.outcome === 'part-paid';
    const outcome: SettlementOutcomeOfPayment = isPaid ? 'paid' : paid.outcome === 'short' ? 'short' : 'over';
    const isFirst = await payments.tried(paymentId, outcome);
    if (!isFirst || (isPaid && !paid.already)) return;
    const row = await createSettlementsRepository(tx).rowOf(settlementId);
    const { lot_id: lotId, lot_title: lotTitle, person_id: personId } = row!;
    await notifications.notify(tx, {
      personId,
      key: `payment:${paymentId}:left-over`,
      template: 'payment-left-over',
      params: { lotId, lotTitle, amountTiyin: await payments.amountOf(paymentId) },
    });
  }

  /**
   * A transfer has come: it pays the parts that the buyer's payment order was for, otherwise the next one of a sale that is paid by
   * parts, and everything that is left of another one.
   */
  async function payWithTransfer(tx: AnyDb, settlementId: number, paidAt: Date | null): Promise<PayOutcome> {
    const settlement = await createSettlementsRepository(tx).byId(settlementId);
    if (!settlement) throw new Error(`there is no settlement ${settlementId}`);
    const ordered = settlement.bank_order_part;
    const parts = await createPartsRepository(tx).ofSettlements([settlementId]);
    const next = parts.find(({ paid_at }) => paid_at === null)?.k ?? null;
    const throughPart = next === null ? ordered : Math.max(next, ordered ?? 0);
    const paid = await payIn(tx, settlementId, 'system', { throughPart, paidAt });
    if (paid.outcome !== 'short' || next === null || throughPart === next) return paid;
    return payIn(tx, settlementId, 'system', { throughPart: next, paidAt });
  }

  return {
    payIn,
    payWith,
    payWithCredited,
    payWithTransfer,

    /** From the balance, at the buyer's word. @param throughPart null: everything that is left */
    pay: (settlementId: number, personId: string, throughPart: number | null = null): Promise<PayOutcome> =>
      inTransaction(db, (tx) => payIn(tx, settlementId, personId, { throughPart })),

    /** A payment was credited; one that is for something else changes nothing. */
    async credited(tx: AnyDb, paymentId: number): Promise<void> {
      const settlementId = await createSettlementPayments(tx).settlementOf(paymentId);
      if (settlementId !== null) await payWith(tx, paymentId, settlementId);
    },
  };
}
