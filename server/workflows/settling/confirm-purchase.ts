import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  purchaseRecord,
  type PreparedProtocol,
  type ProtocolsService,
} from '#server/domains/trade/protocols/index.ts';
import { createPurchasesRepository, type Purchase } from '#server/domains/trade/purchases/index.ts';
import type { HandOvers } from '#server/domains/trade/hand-overs/index.ts';
import type { Payouts } from '#server/domains/money/payouts/index.ts';
import type { ReferenceService, WorkingCalendar } from '#server/domains/content/reference/index.ts';
import {
  createPartsRepository,
  createSettlementsRepository,
  nextLook,
  nextLookAtParts,
  partTerms,
  settlementTerms,
  type Settlement,
} from '#server/domains/money/settlements/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { STATE_BAR_MONTHS } from '#shared/limits/debarments.ts';
import { CODE } from '#shared/limits/trade-terms.ts';
import type { PurchaseOver } from '#shared/lifecycles/purchase-states.ts';
import type { CodeProblem } from '#shared/lifecycles/trade-application-refusals.ts';
import { partSchedule } from '#shared/trade/part-schedule.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import type { EndPurchase } from './end-purchase.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import { codeOfPurchase, type BuyerFacts } from './reserve-units.ts';
import type { FollowSales } from './sale-status.ts';

/** Purchases of one lot are confirmed one after the other: those that wait must not hold the connections of others. */
const AT_ONCE = 3;

export interface ConfirmPurchaseDeps extends Pick<BuyerFacts, 'barQuestion'> {
  db: AnyDb;
  /** Codes in the given database: within a transaction, a code's use commits with what it confirms. */
  codes: (db: AnyDb) => OneTimeCodes;
  lots: Pick<LotsRepository, 'get'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  graceDaysOf(lotId: number): Promise<number>;
  protocols: Pick<ProtocolsService, 'prepare' | 'recordIn'>;
  payouts: Pick<Payouts, 'plan'>;
  handOvers: Pick<HandOvers, 'open'>;
  notifications: Pick<Notifications, 'notify'>;
  ending: Pick<EndPurchase, 'endIn'>;
  followSales: FollowSales;
  crashAt: WorkflowCrashPoint;
}

export type ConfirmOutcome =
  | { outcome: 'bought'; already: boolean; purchaseId: number }
  | { outcome: 'code'; problem: CodeProblem }
  /** There is nothing to confirm; nothing was charged. */
  | { outcome: 'over'; reason: PurchaseOver; purchaseId: number | null };

/** What is read ahead of the transaction, which must not wait for a second connection. */
interface Prepared {
  seen: Purchase;
  protocol: PreparedProtocol;
  calendar: WorkingCalendar;
  graceWorkingDays: number;
  lot: NonNullable<Awaited<ReturnType<LotsRepository['get']>>>;
  /** Read once the lock is held: a bar may have come since the reservation, or while others were confirmed. */
  barredUntil(tx: AnyDb): Promise<string | null>;
}

export type ConfirmPurchase = ReturnType<typeof createConfirmPurchase>;

/**
 * The code makes a reservation a sale, in one transaction under the lock of the lot's sales: the held money is captured, the
 * settlement opened and paid, the units sold, the lot moved, the payout planned, the hand-over opened, both sides written to and
 * the protocol recorded. Judged by the clock of the database once the lock is held.
 */
export function createConfirmPurchase(deps: ConfirmPurchaseDeps) {
  const { db, lots, protocols, ending, followSales, crashAt } = deps;
  const oneOfFew = limitConcurrency(AT_ONCE);

  async function prepare(seen: Purchase): Promise<Prepared> {
    const lot = await lots.get(seen.lot_id);
    if (!lot) throw new Error(`there is no lot ${seen.lot_id}`);
    const [protocol, calendar, graceWorkingDays, barredUntil] = await Promise.all([
      protocols.prepare({
        lotId: lot.id,
        cause: 'purchase',
        priceTiyin: seen.total_tiyin,
        endedAt: new Date(),
        // Its number among the sales of the lot is drawn under their lock.
        winnerPersonId: seen.person_id,
        winnerNumber: 0,
      }),
      deps.reference.workingCalendar(),
      deps.graceDaysOf(lot.id),
      deps.barQuestion(seen.person_id),
    ]);
    return { seen, protocol, calendar, graceWorkingDays, lot, barredUntil };
  }

  async function over(
    tx: AnyDb,
    purchase: Purchase,
    event: 'expire' | 'spend-codes' | 'bar',
  ): Promise<ConfirmOutcome> {
    const actor = event === 'spend-codes' ? purchase.person_id : 'system';
    const ended = await ending.endIn(tx, purchase, event, actor);
    return { outcome: 'over', reason: ended.state as PurchaseOver, purchaseId: ended.id };
  }

  /** The settlement of a purchase, paid by what was held for it. */
  async function settle(tx: AnyDb, purchase: Purchase, { calendar, graceWorkingDays, lot }: Prepared) {
    const settlements = createSettlementsRepository(tx);
    const soldAt = await settlements.now();
    const terms = settlementTerms(
      calendar,
      {
        soldAt,
        closedAt: soldAt,
        graceWorkingDays,
        paymentWorkingDays: lot.payment_working_days,
      },
      soldAt,
    );
    const bidderNumber = await createPurchasesRepository(tx).nextSaleNumber(lot.id);
    const opened = await settlements.open({
      ...terms,
      lotId: lot.id,
      sale: 'purchase',
      personId: purchase.person_id,
      bidderNumber,
      soldAt,
      quantity: purchase.quantity,
      priceTiyin: purchase.total_tiyin,
      depositTiyin: purchase.due_now_tiyin,
      holdId: purchase.hold_id,
      barredMonths: lot.order_type === 'state' ? STATE_BAR_MONTHS : null,
      lookAt: nextLook({ due_at: terms.dueAt, default_at: terms.defaultAt }, soldAt),
    });
    if (!opened || purchase.hold_id === null) throw new Error(`purchase ${purchase.id} cannot be settled`);
    const captured = await createWallet(tx).capture({
      key: `purchase:${purchase.id}`,
      holdId: purchase.hold_id,
      reason: 'price of a purchase',
      actor: purchase.person_id,
    });
    if (captured.outcome !== 'resolved')
      throw new Error(`purchase ${purchase.id} not captured: ${captured.outcome}`);
    const byParts = purchase.due_now_tiyin < purchase.total_tiyin;
    if (byParts) await beginParts(tx, opened, { calendar, soldAt });
    else {
      await settlements.decide(opened, 'pay', { by: purchase.person_id });
      await deps.payouts.plan(tx, opened.id);
    }
    await deps.handOvers.open(tx, opened.id);
    crashAt('purchase-settled');
    return opened;
  }

  /** What was held is the first part: the others are stated, and the seller gets the first one. */
  async function beginParts(
    tx: AnyDb,
    settlement: Settlement,
    { calendar, soldAt }: { calendar: WorkingCalendar; soldAt: Date },
  ): Promise<void> {
    const parts = createPartsRepository(tx);
    const rules = (await parts.rulesOf([settlement.id])).get(settlement.id);
    if (!rules) throw new Error(`lot ${settlement.lot_id} does not offer payment by parts`);
    const planned = partSchedule((day) => calendar.isWorkingDay(day), rules, soldAt.getTime());
    await parts.state(settlement.id, planned, 0);
    const terms = partTerms(new Date(planned[1]!.dueAtMs), rules.patienceDays);
    const lookAt = nextLookAtParts({ due_at: terms.dueAt, default_at: terms.defaultAt }, soldAt);
    await createSettlementsRepository(tx).payInPart(settlement, {
      paidTiyin: 0,
      lateFeeTiyin: 0,
      at: soldAt,
      stillLate: false,
      lookAt,
      ...terms,
    });
    const amountTiyin = planned[0]!.amountTiyin;
    await deps.payouts.plan(tx, settlement.id, { from: 0, through: 0, amountTiyin, lateFeeTiyin: 0 });
  }

  async function buy(tx: AnyDb, purchase: Purchase, prepared: Prepared): Promise<ConfirmOutcome> {
    const { lot, protocol } = prepared;
    const purchases = createPurchasesRepository(tx);
    await purchases.sell(lot.id, purchase.quantity);
    const settlement = await settle(tx, purchase, prepared);
    await purchases.bought(purchase.id, settlement.id);
    await followSales(tx, lot.id);
    await tell(tx, purchase, lot);
    const { person_id: personId } = purchase;
    await createActionLog(tx).record({ personId, type: 'purchase', action: 'bought', result: 'done' });
    // Last: it locks the numbers of the year.
    await protocols.recordIn(
      tx,
      purchaseRecord(protocol, {
        settlementId: settlement.id,
        saleNumber: settlement.bidder_number,
        soldAt: settlement.sold_at,
        quantity: purchase.quantity,
        unitPriceTiyin: purchase.unit_price_tiyin,
        title: purchase.lot_title,
        description: purchase.lot_description,
      }),
    );
    crashAt('purchase-recorded');
    return { outcome: 'bought', already: false, purchaseId: purchase.id };
  }

  async function tell(tx: AnyDb, purchase: Purchase, lot: Prepared['lot']): Promise<void> {
    const params = {
      lotId: lot.id,
      lotTitle: purchase.lot_title,
      unitCount: purchase.quantity,
      priceTiyin: purchase.total_tiyin,
    };
    await deps.notifications.notify(tx, {
      personId: purchase.person_id,
      key: `purchase:${purchase.id}:bought`,
      params,
      template: 'purchase-bought',
    });
    if (lot.customer_person_id !== null)
      await deps.notifications.notify(tx, {
        personId: lot.customer_person_id,
        key: `purchase:${purchase.id}:sold`,
        params,
        template: 'purchase-sold',
      });
  }

  /** `changed`: it is another one than was read ahead. */
  const confirmAtOnce = (prepared: Prepared, code: string): Promise<ConfirmOutcome | 'changed'> =>
    inTransaction(db, async (tx) => {
      const { id, lot_id: lotId, person_id: personId } = prepared.seen;
      await lockSales(tx, lotId);
      const purchases = createPurchasesRepository(tx);
      if ((await purchases.lastOf(lotId, personId))?.id !== id) return 'changed';
      const purchase = (await purchases.lock(id))!;
      if (purchase.state === 'bought') return { outcome: 'bought', already: true, purchaseId: id };
      if (purchase.state !== 'reserved') return { outcome: 'over', reason: purchase.state, purchaseId: id };
      if (purchase.expires_at <= (await purchases.now())) return over(tx, purchase, 'expire');
      if ((await prepared.barredUntil(tx)) !== null) return over(tx, purchase, 'bar');
      const verdict = await deps.codes(tx).verify({ ...codeOfPurchase(purchase), code });
      crashAt('purchase-code-used');
      if (verdict === 'right') return buy(tx, purchase, prepared);
      // The wrong try is committed with its answer.
      const isSpent =
        verdict === 'too-many' || (verdict === 'wrong' && (await purchases.countWrong(id)) >= CODE.tries);
      return isSpent ? over(tx, purchase, 'spend-codes') : { outcome: 'code', problem: verdict };
    });

  return {
    /** A repeat answers the same purchase. A person's last reservation of the lot is meant, on whatever device. */
    async confirm(lotId: number, personId: string, code: string): Promise<ConfirmOutcome> {
      for (;;) {
        const seen = await createPurchasesRepository(db).lastOf(lotId, personId);
        if (!seen) return { outcome: 'over', reason: 'none', purchaseId: null };
        if (seen.state === 'bought') return { outcome: 'bought', already: true, purchaseId: seen.id };
        if (seen.state !== 'reserved') return { outcome: 'over', reason: seen.state, purchaseId: seen.id };
        const done = await oneOfFew(async () => confirmAtOnce(await prepare(seen), code));
        crashAt('purchase-committed');
        if (done !== 'changed') return done;
      }
    },
  };
}
