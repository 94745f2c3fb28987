import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createUndoPayouts } from '#server/domains/money/payouts/index.ts';
import { createPurchasesRepository } from '#server/domains/trade/purchases/index.ts';
import {
  createPartsRepository,
  createSettlementsRepository,
  isHeldUp,
  lateParts,
  receivedOf,
  type Settlement,
} from '#server/domains/money/settlements/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { createSaleReturns } from '#server/domains/money/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import type { UndoRefusal } from '#shared/lifecycles/result-cancellation.ts';
import { SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import type { PrepareBar } from '../people/debar-buyer.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { awaitedTransfer, type AwaitedTransferDeps } from './awaited-transfer.ts';
import type { Bar, EndSale } from './end-sale-without-payment.ts';
import { createFollowSales } from './sale-status.ts';

export interface EndLatePartsDeps extends AwaitedTransferDeps {
  lots: Pick<LotsRepository, 'get' | 'move' | 'conclude'>;
  notifications: Pick<Notifications, 'notify'>;
  endSale: Pick<EndSale, 'loseSale' | 'giveBackOrder'>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
  /** Read ahead of the transaction. */
  prepareBar: PrepareBar;
  /** Of one sale, where the lot has several. */
  cancelProtocol(tx: AnyDb, settlement: Settlement, reason: 'defaulted'): Promise<unknown>;
  /** Of this sale. */
  cancelHandOver(tx: AnyDb, settlementId: number): Promise<unknown>;
  crashAt: WorkflowCrashPoint;
}

export interface LateSale {
  settlementId: number;
  /** To the buyer, tiyin. */
  returnTiyin: number;
  /** As staff stated it; the parties read it. */
  reason: string;
  actor: string;
  /** Prepared ahead of the transaction; null: no bar. */
  bar: Bar | null;
}

export interface EndedSums {
  returnedTiyin: number;
  /** What is left for the seller of what the platform held, the fee of the operator included. */
  toSellerTiyin: number;
}

export type EndLateOutcome =
  | ({ outcome: 'ended' } & EndedSums)
  /** Nothing was written. */
  | { outcome: 'refused'; reason: UndoRefusal };

/**
 * A sale that is paid by parts ends because parts are late: two persons decided with a document what of the money that the
 * platform still holds goes back to the buyer; the rest of it goes to the seller.
 */
export function createEndLateParts({ lots, notifications, endSale, tasks, ...deps }: EndLatePartsDeps) {
  const { prepareBar, cancelProtocol, crashAt } = deps;
  const followSales = createFollowSales({ lots });

  const isLate = (settlement: Settlement | null, now: Date): settlement is Settlement =>
    settlement !== null &&
    settlement.parts_begun_at !== null &&
    settlement.paused_at === null &&
    allows(SETTLEMENT, settlement.state, 'end-late') &&
    settlement.default_at <= now;

  /** By a transfer about which no two persons have decided, or of a payment order of which two have not said yet that it was not paid. */
  const mayBePaid = async (on: AnyDb, settlement: Settlement, now: Date): Promise<boolean> =>
    (await awaitedTransfer(on, settlement, { judge: deps.judge, calendar: deps.calendar, now })) !== null;

  /** Nothing of it falls due while one member of staff alone has shut the buyer's account. */
  const isBuyerHeldUp = (on: AnyDb, settlement: Settlement, now: Date): Promise<boolean> => {
    const { person_id: personId, created_at: begun, default_at: dueAt } = settlement;
    return isHeldUp(on, { personId, begun, dueAt }, now);
  };

  return {
    /** What it would do now, unlocked. */
    async preview(
      db: AnyDb,
      settlementId: number,
      returnTiyin: number,
    ): Promise<EndedSums & { blockedBy: UndoRefusal | null }> {
      const settlements = createSettlementsRepository(db);
      const settlement = await settlements.byId(settlementId);
      const now = await settlements.now();
      if (!isLate(settlement, now) || (await isBuyerHeldUp(db, settlement, now)))
        return { returnedTiyin: returnTiyin, toSellerTiyin: 0, blockedBy: 'not-late' };
      const undoPayouts = createUndoPayouts(db);
      const payouts = await undoPayouts.read(settlement.id);
      const heldTiyin = receivedOf(settlement) - undoPayouts.goneWithFees(payouts);
      const blockedBy = undoPayouts.isUnderway(payouts)
        ? 'payout-in-flight'
        : returnTiyin > heldTiyin
          ? 'above-held'
          : (await mayBePaid(db, settlement, now))
            ? 'transfer-waits'
            : null;
      const toSellerTiyin = Math.max(0, heldTiyin - returnTiyin);
      return { returnedTiyin: returnTiyin, toSellerTiyin, blockedBy };
    },

    /** The bar of the buyer of a lot of the state. */
    prepare: (settlementId: number): Promise<Bar | null> => prepareBar(settlementId, 'default'),

    /**
     * In the caller's transaction, which has the lot's sales locked: the money, the payouts that have not left, the settlement, the
     * protocol, the bar, the lot and its order. The reserve participant is not invited: part of the price is paid.
     */
    async end(
      tx: AnyDb,
      { settlementId, returnTiyin, reason, actor, bar }: LateSale,
    ): Promise<EndLateOutcome> {
      const settlements = createSettlementsRepository(tx);
      const settlement = await settlements.lock(settlementId);
      const now = await settlements.now();
      if (!isLate(settlement, now) || (await isBuyerHeldUp(tx, settlement, now)))
        return { outcome: 'refused', reason: 'not-late' };
      const { id, lot_id: lotId, person_id: personId } = settlement;
      const undoPayouts = createUndoPayouts(tx);
      const payouts = await undoPayouts.lock(id);
      if (undoPayouts.isUnderway(payouts)) return { outcome: 'refused', reason: 'payout-in-flight' };
      const toSellerTiyin = receivedOf(settlement) - undoPayouts.goneWithFees(payouts) - returnTiyin;
      if (toSellerTiyin < 0) return { outcome: 'refused', reason: 'above-held' };
      if (await mayBePaid(tx, settlement, now)) return { outcome: 'refused', reason: 'transfer-waits' };
      if (returnTiyin > 0)
        await createSaleReturns(tx).giveBack({
          key: `settlement:${id}`,
          personId,
          amountTiyin: returnTiyin,
          reference: `lot:${lotId}`,
          actor,
          reason: 'parts of the price were late',
        });
      const feesTiyin = await undoPayouts.cancelWaiting(payouts, { by: actor, reason });
      crashAt('late-parts-money-moved');
      const next = (await createPartsRepository(tx).ofSettlements([id])).find(
        ({ paid_at }) => paid_at === null,
      );
      if (toSellerTiyin > 0)
        await undoPayouts.planRest(id, { part: next!.k, sumTiyin: toSellerTiyin, feesTiyin });
      await settlements.decide(settlement, 'end-late', { by: actor, returnedTiyin: returnTiyin });
      await deps.cancelHandOver(tx, id);
      await cancelProtocol(tx, settlement, 'defaulted');
      await bar?.(tx);
      // Of several sales of a lot the others stay.
      if (settlement.sale === 'purchase') {
        await createPurchasesRepository(tx).giveBackUnits(id);
        await followSales(tx, lotId);
      } else await endSale.loseSale(tx, lotId);
      await tasks.finishOccasion(lateParts(settlement), { personId: actor, name: '' }, reason, tx);
      const lot = (await lots.get(lotId, tx))!;
      if (settlement.sale === 'purchase' && lot.status === LOT_STATUS.priceNotConfirmed)
        await endSale.giveBackOrder(tx, lotId);
      const about = { lotId, lotTitle: lot.title, reason };
      const key = `settlement:${id}:ended`;
      await notifications.notify(tx, {
        personId,
        key,
        template: 'lot-parts-ended',
        params: { ...about, amountTiyin: returnTiyin },
      });
      if (lot.customer_person_id !== null)
        await notifications.notify(tx, {
          personId: lot.customer_person_id,
          key: `${key}:seller`,
          template: 'sale-parts-ended',
          params: { ...about, amountTiyin: toSellerTiyin },
        });
      crashAt('late-parts-ended');
      return { outcome: 'ended', returnedTiyin: returnTiyin, toSellerTiyin };
    },
  };
}
