import { createPurchasesRepository } from '#server/domains/trade/purchases/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { EndPurchase } from './end-purchase.ts';

export interface CancelPurchaseDeps {
  db: AnyDb;
  ending: Pick<EndPurchase, 'endIn'>;
}

export type CancelPurchaseOutcome =
  | { outcome: 'cancelled'; already: boolean; releasedTiyin: number }
  | { outcome: 'refused'; reason: 'no-reservation' | 'bought' };

export type CancelPurchase = ReturnType<typeof createCancelPurchase>;

/** The buyer gives a reservation up: it costs nothing, so no code is asked for. */
export const createCancelPurchase =
  ({ db, ending }: CancelPurchaseDeps) =>
  /** The person's own alone. A repeat answers that it is cancelled. */
  (lotId: number, personId: string): Promise<CancelPurchaseOutcome> =>
    inTransaction(db, async (tx) => {
      const purchases = createPurchasesRepository(tx);
      const pending = await purchases.lockPendingOf(lotId, personId);
      if (pending) {
        const isOver = pending.expires_at <= (await purchases.now());
        await ending.endIn(tx, pending, isOver ? 'expire' : 'cancel', personId);
        return { outcome: 'cancelled', already: isOver, releasedTiyin: pending.due_now_tiyin };
      }
      const last = await purchases.lastOf(lotId, personId);
      if (last?.state === 'cancelled')
        return { outcome: 'cancelled', already: true, releasedTiyin: last.due_now_tiyin };
      return { outcome: 'refused', reason: last?.state === 'bought' ? 'bought' : 'no-reservation' };
    });
