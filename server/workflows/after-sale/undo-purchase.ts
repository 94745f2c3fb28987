import { isErased, isErasedLocked } from '#server/domains/people/accounts/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createUndoPayouts } from '#server/domains/money/payouts/index.ts';
import { createPurchasesRepository } from '#server/domains/trade/purchases/index.ts';
import type { UndoneByStaff, UndoneSums } from '#server/domains/trade/result-cancellations/index.ts';
import { createSettlementsRepository, type Settlement } from '#server/domains/money/settlements/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import type { UndoRefusal } from '#shared/lifecycles/result-cancellation.ts';
import { SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import type { FinishOrder } from '../selling/finish-order.ts';
import type { LoseResult } from '../selling/lose-result.ts';
import { movementsOfSale, runInOrder, sumsOfSale } from '../settling/money-of-sale.ts';
import type { FollowSales } from '../settling/sale-status.ts';

export interface UndoPurchaseDeps {
  lots: Pick<LotsRepository, 'get'>;
  followSales: FollowSales;
  loseResult: LoseResult;
  finishing: Pick<FinishOrder, 'finishIn'>;
  notifications: Pick<Notifications, 'notify'>;
  /** Of this sale alone; it stays readable with its reason. */
  cancelProtocol(tx: AnyDb, settlement: Settlement): Promise<unknown>;
  /** Of this sale. */
  cancelHandOver(tx: AnyDb, settlementId: number): Promise<unknown>;
  crashAt: WorkflowCrashPoint;
}

export interface PurchaseToUndo {
  settlementId: number;
  /** As staff stated it; the parties read it. */
  reason: string;
  /** In the public history of the lot; `system`: its buyer has left it. */
  by: 'staff' | 'system';
  actor: string;
  /** What the one who decides has seen. */
  expected: UndoneSums;
}

export type UndoPurchase = ReturnType<typeof createUndoPurchase>;

/**
 * One sale of a lot at a fixed price is cancelled, and the others stay: its buyer gets back what was paid, the seller owes what has
 * left, and while the lot is on sale its units are for others.
 */
export function createUndoPurchase(deps: UndoPurchaseDeps) {
  const { lots, followSales, loseResult, finishing, notifications, crashAt } = deps;

  return {
    /** What it would do now, unlocked. */
    async preview(db: AnyDb, settlementId: number): Promise<UndoneSums & { blockedBy: UndoRefusal | null }> {
      const settlement = await createSettlementsRepository(db).byId(settlementId);
      if (!settlement || !allows(SETTLEMENT, settlement.state, 'undo-sale'))
        return { returnedTiyin: 0, owedTiyin: 0, blockedBy: 'status' };
      const payouts = createUndoPayouts(db);
      const ofSale = await payouts.read(settlementId);
      const gone = (await isErased(db, settlement.person_id)) ? 'buyer-erased' : null;
      return {
        ...sumsOfSale(settlement, payouts.gone(ofSale)),
        blockedBy: payouts.isUnderway(ofSale) ? 'payout-in-flight' : gone,
      };
    },

    /** In the caller's transaction, which has the lot's sales locked. */
    async undo(
      tx: AnyDb,
      { settlementId, reason, by, actor, expected }: PurchaseToUndo,
    ): Promise<UndoneByStaff> {
      const settlements = createSettlementsRepository(tx);
      const settlement = await settlements.lock(settlementId);
      if (!settlement || !allows(SETTLEMENT, settlement.state, 'undo-sale'))
        return { outcome: 'refused', reason: 'status' };
      const undoPayouts = createUndoPayouts(tx);
      const payouts = await undoPayouts.lock(settlementId);
      if (undoPayouts.isUnderway(payouts)) return { outcome: 'refused', reason: 'payout-in-flight' };
      if (await isErasedLocked(tx, settlement.person_id))
        return { outcome: 'refused', reason: 'buyer-erased' };
      const sums = sumsOfSale(settlement, undoPayouts.gone(payouts));
      if (expected.returnedTiyin !== sums.returnedTiyin || expected.owedTiyin !== sums.owedTiyin)
        return { outcome: 'refused', reason: 'sums-changed' };

      const { lot_id: lotId } = settlement;
      const { customer_person_id: seller, order_id: orderId } = (await lots.get(lotId, tx))!;
      await runInOrder(movementsOfSale(tx, settlement, { ...sums, seller, reason, actor }));
      await undoPayouts.undo(payouts, { by: actor, reason });
      crashAt('undo-money-moved');
      await settlements.decide(settlement, 'undo-sale', { by: actor });
      await deps.cancelProtocol(tx, settlement);
      await deps.cancelHandOver(tx, settlementId);
      await createPurchasesRepository(tx).giveBackUnits(settlementId);
      await followSales(tx, lotId, { cancelled: { by, reason } });
      const lot = (await lots.get(lotId, tx))!;
      if (lot.status === LOT_STATUS.resultCancelled) await loseResult(tx, { id: lotId, orderId });
      // What is left of its sales may all be handed over.
      else await finishing.finishIn(tx, lotId);
      await tell(tx, { settlement, seller, lotTitle: lot.title, ...sums, reason });
      crashAt('undo-written');
      return { outcome: 'undone', already: false, ...sums };
    },
  };

  async function tell(
    tx: AnyDb,
    facts: UndoneSums & {
      settlement: Settlement;
      seller: string | null;
      lotTitle: NonNullable<Awaited<ReturnType<LotsRepository['get']>>>['title'];
      reason: string;
    },
  ): Promise<void> {
    const { settlement, seller, lotTitle, returnedTiyin, owedTiyin, reason } = facts;
    const about = { lotId: settlement.lot_id, lotTitle, reason };
    const key = `settlement:${settlement.id}:cancelled`;
    const { person_id: personId } = settlement;
    if (returnedTiyin > 0)
      await notifications.notify(tx, {
        personId,
        key,
        template: 'sale-cancelled-returned',
        params: { ...about, amountTiyin: returnedTiyin },
      });
    if (owedTiyin > 0)
      await notifications.notify(tx, {
        personId,
        key: `${key}:claim`,
        template: 'sale-cancelled-claim',
        params: { ...about, amountTiyin: owedTiyin },
      });
    if (seller !== null)
      await notifications.notify(tx, {
        personId: seller,
        key: `${key}:seller`,
        ...(owedTiyin > 0
          ? { template: 'sale-cancelled-owed', params: { ...about, amountTiyin: owedTiyin } }
          : { template: 'sale-cancelled-seller', params: about }),
      });
  }
}
