import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { LOT } from '#shared/lifecycles/lot.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';

export interface SuspendSaleDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'get' | 'move' | 'resumeSale'>;
}

export type SuspendOutcome =
  | { outcome: 'done'; already: boolean; status: LotStatus }
  | { outcome: 'refused'; reason: 'not-fixed-price' | 'over'; status: LotStatus };

export type SuspendSale = ReturnType<typeof createSuspendSale>;

/**
 * Staff suspends a sale at a fixed price, so that no purchase begins, and resumes it with the time that was left; the reason is in the
 * lot's history.
 */
export const createSuspendSale =
  ({ db, lots }: SuspendSaleDeps) =>
  /** null: no such lot. */
  (
    lotId: number,
    event: 'suspend-sale' | 'resume-sale',
    by: { personId: string; reason: string },
  ): Promise<SuspendOutcome | null> =>
    inTransaction(db, async (tx) => {
      await lockSales(tx, lotId);
      const lot = await lots.get(lotId, tx);
      if (!lot) return null;
      const { status } = lot;
      if (lot.trade_type !== 'fixed-price') return { outcome: 'refused', reason: 'not-fixed-price', status };
      const wanted = stateAfter(LOT, event);
      if (status === wanted) return { outcome: 'done', already: true, status };
      const cause = { by: 'staff', reason: by.reason } as const;
      const moved =
        event === 'resume-sale'
          ? await lots.resumeSale(lotId, cause, tx)
          : await lots.move(lotId, event, cause, tx);
      if (!moved) return { outcome: 'refused', reason: 'over', status };
      await createActionLog(tx).record({
        personId: by.personId,
        type: 'sale',
        action: event,
        result: 'done',
        reason: `lot:${lotId}`,
      });
      return { outcome: 'done', already: false, status: wanted };
    });
