import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import { createSecondOffersRepository } from '#server/domains/trade/second-offers/index.ts';
import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import type { ReferenceService, WorkingCalendar } from '#server/domains/content/reference/index.ts';
import {
  createSettlementsRepository,
  leftAtPause,
  nextLook,
  settlementTerms,
  type SettlementTerms,
} from '#server/domains/money/settlements/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import type { SaleKind } from '#shared/lifecycles/settlement.ts';
import { STATE_BAR_MONTHS } from '#shared/limits/debarments.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';

export interface SaleToSettle extends SettlementTerms {
  lotId: number;
  sale: SaleKind;
  personId: string;
  bidderNumber: number;
  priceTiyin: number;
  /** The held deposit, part of the price; null where there is none. */
  holdId: number | null;
  depositTiyin: number;
  soldAt: Date;
  barredMonths: number | null;
  /** By which its terms were counted. */
  calendar: WorkingCalendar;
}

export interface OpenSettlementDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'get' | 'move' | 'setPayUntil'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  graceDaysOf(lotId: number): Promise<number>;
  crashAt: WorkflowCrashPoint;
  now?: () => Date;
}

export type OpenSettlement = ReturnType<typeof createOpenSettlement>;

/** A sale becomes something to be paid: the settlement and the lot's status are one transaction. */
export function createOpenSettlement({ db, lots, reference, graceDaysOf, ...deps }: OpenSettlementDeps) {
  const { crashAt, now = () => new Date() } = deps;

  /**
   * Deadlines and consequences of a sale of this lot; null: no such lot. Read ahead of the transaction that opens the
   * settlement, which must not wait for a second connection.
   */
  async function termsOf(
    lotId: number,
    soldAt: Date,
    announcedDueAt: Date | null = null,
  ): Promise<(SettlementTerms & { barredMonths: number | null; calendar: WorkingCalendar }) | null> {
    const lot = await lots.get(lotId);
    if (!lot) return null;
    const [calendar, graceWorkingDays] = await Promise.all([reference.workingCalendar(), graceDaysOf(lotId)]);
    const terms = settlementTerms(
      calendar,
      {
        soldAt,
        closedAt: lot.ended_at ?? soldAt,
        graceWorkingDays,
        announcedDueAt,
        paymentWorkingDays: lot.payment_working_days,
      },
      now(),
    );
    // As it was announced at the hammer.
    if (lot.protest_until) terms.protestUntil = lot.protest_until;
    return { ...terms, calendar, barredMonths: lot.order_type === 'state' ? STATE_BAR_MONTHS : null };
  }

  /**
   * Opens the settlement of a sale and moves its lot to awaiting payment, in the caller's transaction. Returns its id; of a
   * sale that has one already, null.
   * @throws when the lot is in no status from which it can be sold
   */
  async function open(tx: AnyDb, sale: SaleToSettle): Promise<number | null> {
    const settlements = createSettlementsRepository(tx);
    const at = await settlements.now();
    const lookAt = nextLook({ due_at: sale.dueAt, default_at: sale.defaultAt }, at);
    const opened = await settlements.open({ ...sale, lookAt });
    if (!opened) return null;
    crashAt('settlement-inserted');
    if (!(await lots.move(sale.lotId, 'confirm-protocol', { by: 'system' }, tx)))
      throw new Error(`lot ${sale.lotId} has a status from which it cannot await payment`);
    await lots.setPayUntil(sale.lotId, sale.dueAt, tx);
    // Somebody protested between the hammer and this moment.
    if (await createProtestsRepository(tx).hasPausing(sale.lotId))
      await settlements.pause(opened.id, { at, leftMs: leftAtPause(sale.calendar, opened, at) });
    return opened.id;
  }

  /** Opens the settlement of the winner of an ended auction, once; a lot without a winner who pays changes nothing. */
  async function ofHammer(lotId: number): Promise<void> {
    const lot = await lots.get(lotId);
    if (!lot || lot.practice || lot.outcome !== 'sold' || lot.winner_declines) return;
    const { winner_person_id: personId, winner_number: bidderNumber, room_price_tiyin: priceTiyin } = lot;
    if (!personId || bidderNumber === null || !priceTiyin || !lot.pay_until || !lot.ended_at) return;
    const soldAt = lot.ended_at;
    const terms = await termsOf(lotId, soldAt, lot.pay_until);
    if (!terms) return;
    await inTransaction(db, async (tx) => {
      await lockSales(tx, lotId);
      // Decided one after the other with offers of the lot and with the cancellation of its result.
      await createSecondOffersRepository(tx).lockLot(lotId);
      // It has moved on: opened concurrently, or a past auction of a demonstration.
      if ((await lots.get(lotId, tx))?.status !== LOT_STATUS.priceFormed) return;
      const application = await createTradeApplicationsRepository(tx).lockOf(lotId, personId);
      const holdId = application?.deposit_state === 'held' ? application.hold_id : null;
      await open(tx, {
        ...terms,
        lotId,
        personId,
        bidderNumber,
        priceTiyin,
        holdId,
        soldAt,
        sale: 'hammer',
        depositTiyin: holdId === null ? 0 : (application?.deposit_tiyin ?? 0),
      });
    });
    crashAt('settlement-committed');
  }

  return { termsOf, open, ofHammer };
}
