import { createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
import { lockSales } from '#server/domains/trade/lots/index.ts';
import { createPurchasesRepository } from '#server/domains/trade/purchases/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { HAND_OVER } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import type { UndoPurchase } from '../after-sale/undo-purchase.ts';

/** `over`: handed over, ended, or nothing was corrected since it was bought. */
export type LeaveOutcome = { outcome: 'left'; already: boolean } | { outcome: 'none' | 'over' };

export type LeaveCorrectedSale = ReturnType<typeof createLeaveCorrectedSale>;

/**
 * What a lot at a fixed price says was corrected after its buyer had read it: until the property is handed over the buyer leaves
 * the sale by an act of their own, and everything that was paid is returned.
 */
export const createLeaveCorrectedSale =
  ({ db, undoPurchase }: { db: AnyDb; undoPurchase: UndoPurchase }) =>
  (lotId: number, personId: string, settlementId: number): Promise<LeaveOutcome> =>
    inTransaction(db, async (tx): Promise<LeaveOutcome> => {
      await lockSales(tx, lotId);
      const sale = await createSettlementsRepository(tx).lastOf(lotId, personId, settlementId);
      if (!sale) return { outcome: 'none' };
      const correction = await createPurchasesRepository(tx).correctionOf(sale.id);
      if (!correction) return { outcome: 'over' };
      if (sale.state === 'cancelled') return { outcome: 'left', already: true };
      const [handOver] = await createHandOversRepository(tx).ofSettlements([sale.id]);
      if (!handOver || !allows(HAND_OVER, handOver.state, 'confirm')) return { outcome: 'over' };
      const { blockedBy, ...expected } = await undoPurchase.preview(tx, sale.id);
      if (blockedBy !== null || expected.owedTiyin > 0) return { outcome: 'over' };
      const undone = await undoPurchase.undo(tx, {
        settlementId: sale.id,
        reason: correction.reason,
        by: 'system',
        actor: personId,
        expected,
      });
      return undone.outcome === 'undone' ? { outcome: 'left', already: false } : { outcome: 'over' };
    });
