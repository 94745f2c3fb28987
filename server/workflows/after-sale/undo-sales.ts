import { lockSales } from '#server/domains/trade/lots/index.ts';
import type {
  CancelledSale,
  UndoneSums,
  UndoPort,
} from '#server/domains/trade/result-cancellations/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { CloseProtests } from './close-protests.ts';
import type { CountFailedSale } from './count-failed-sale.ts';
import type { UndoPurchase } from './undo-purchase.ts';
import type { createUndoResult, ResultToUndo } from './undo-result.ts';

/** What staff cancel: the result of an auction with its protests, or one sale of a lot at a fixed price. */
export function createUndoSales({
  undoResult,
  preview,
  undoPurchase,
  closeProtests,
  failedSales,
}: Pick<ReturnType<typeof createUndoResult>, 'undoResult' | 'preview'> & {
  undoPurchase: UndoPurchase;
  closeProtests: CloseProtests;
  failedSales: CountFailedSale;
}): Pick<UndoPort, 'preview' | 'undo'> {
  async function purchaseOf(db: AnyDb, { settlementId }: CancelledSale): Promise<number | null> {
    const settlement = settlementId && (await createSettlementsRepository(db).byId(settlementId));
    return settlement && settlement.sale === 'purchase' ? settlement.id : null;
  }

  async function undoOf(
    tx: AnyDb,
    { settlementId, ...result }: CancelledSale & Omit<ResultToUndo, 'cause'> & { expected: UndoneSums },
  ) {
    const purchase = await purchaseOf(tx, { lotId: result.lotId, settlementId });
    if (purchase !== null) return undoPurchase.undo(tx, { ...result, settlementId: purchase, by: 'staff' });
    const undone = await undoResult(tx, { ...result, cause: 'staff' });
    if (undone.outcome === 'undone') await closeProtests(tx, result.lotId);
    return undone;
  }

  return {
    async preview(db, sale) {
      const purchase = await purchaseOf(db, sale);
      return purchase === null ? preview(db, sale.lotId) : undoPurchase.preview(db, purchase);
    },

    async undo(tx, { settlementId, notHandedOver, ...result }) {
      const { lotId } = result;
      await lockSales(tx, lotId);
      if (notHandedOver) await failedSales.lock(tx, lotId);
      const undone = await undoOf(tx, { settlementId, ...result });
      if (notHandedOver && undone.outcome === 'undone' && !undone.already)
        await failedSales.count(tx, { lotId, settlementId });
      return undone;
    },
  };
}
