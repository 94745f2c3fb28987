import { createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
import { lockSales } from '#server/domains/trade/lots/index.ts';
import { createPurchasesRepository } from '#server/domains/trade/purchases/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { HAND_OVER, leaveStop, type LeaveStop } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import type { UndoPurchase } from '../after-sale/undo-purchase.ts';

export type LeaveOutcome =
  | { outcome: 'left'; already: boolean }
  | { outcome: 'none' }
  /** `ended`: received, ended otherwise, or nothing was corrected since it was bought. */
  | { outcome: 'over'; because: LeaveStop | 'ended' };

const ENDED = { outcome: 'over', because: 'ended' } as const;

export type LeaveCorrectedSale = ReturnType<typeof createLeaveCorrectedSale>;

/**
 * What a lot at a fixed price says was corrected after its buyer had read it: the buyer leaves the sale by an act
 * of their own, and everything that was paid is returned, until the seller records the hand-over or the buyer confirms or disputes it.
 */
export const createLeaveCorrectedSale =
  ({ db, undoPurchase }: { db: AnyDb; undoPurchase: UndoPurchase }) =>
  (lotId: number, personId: string, settlementId: number): Promise<LeaveOutcome> =>
    inTransaction(db, async (tx): Promise<LeaveOutcome> => {
      await lockSales(tx, lotId);
      const sale = await createSettlementsRepository(tx).lastOf(lotId, personId, settlementId);
      if (!sale) return { outcome: 'none' };
      const correction = await createPurchasesRepository(tx).correctionOf(sale.id);
      if (!correction) return ENDED;
      if (sale.state === 'cancelled') return { outcome: 'left', already: true };
      const [handOver] = await createHandOversRepository(tx).ofSettlements([sale.id]);
      if (!handOver || !allows(HAND_OVER, handOver.state, 'confirm')) return ENDED;
      // The property may be with the buyer by then: what is wrong with it is settled by two of staff.
      const because = leaveStop(handOver.state, handOver.recorded_at);
      if (because !== null) return { outcome: 'over', because };
      const { blockedBy, ...expected } = await undoPurchase.preview(tx, sale.id);
      if (blockedBy !== null || expected.owedTiyin > 0) return ENDED;
      const undone = await undoPurchase.undo(tx, {
        settlementId: sale.id,
        reason: correction.reason,
        by: 'system',
        actor: personId,
        expected,
      });
      return undone.outcome === 'undone' ? { outcome: 'left', already: false } : ENDED;
    });
