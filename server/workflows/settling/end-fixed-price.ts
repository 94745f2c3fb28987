import { lockSales, type ChangeCause } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createPurchasesRepository } from '#server/domains/trade/purchases/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { LOT } from '#shared/lifecycles/lot.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import type { EndPurchase } from './end-purchase.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';
import type { FollowSales } from './sale-status.ts';

const BATCH = 200;

export interface EndFixedPriceDeps {
  db: AnyDb;
  ending: Pick<EndPurchase, 'endIn'>;
  followSales: FollowSales;
  notifications: Pick<Notifications, 'notify'>;
  crashAt: WorkflowCrashPoint;
}

export type EndFixedPrice = ReturnType<typeof createEndFixedPrice>;

/** A sale at a fixed price ends: by its time, or because it is withdrawn. What was bought goes on. */
export function createEndFixedPrice({ db, ending, followSales, notifications, crashAt }: EndFixedPriceDeps) {
  const round = createRound();

  /** Reservations begun before the end may be confirmed: the lot ends when none is left. Returns whether it has ended. */
  const endByTime = (lotId: number): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      await lockSales(tx, lotId);
      const purchases = createPurchasesRepository(tx);
      const now = await purchases.now();
      let waits = false;
      for (const purchase of await purchases.lockPendingOfLot(lotId)) {
        if (purchase.expires_at > now) waits = true;
        else await ending.endIn(tx, purchase, 'expire', 'system');
      }
      const stock = await purchases.lockStock(lotId);
      const lot = await purchases.lot(lotId);
      if (!stock || !lot || waits || stock.reserved > 0 || stock.closesAt > stock.now) return false;
      if (lot.outcome !== null || !allows(LOT, lot.status, 'end-sale')) return false;
      const ended = await followSales(tx, lotId, 'time');
      crashAt('sale-at-fixed-price-ended');
      return ended;
    });

  /** In the given transaction, or one of its own. */
  async function withdrawIn(
    tx: AnyDb,
    lotId: number,
    cause: ChangeCause,
  ): Promise<null | 'withdrawn' | 'sold-in-part'> {
    await lockSales(tx, lotId);
    const purchases = createPurchasesRepository(tx);
    const lot = await purchases.lot(lotId);
    if (lot?.tradeType !== 'fixed-price' || lot.outcome !== null) return null;
    if (!allows(LOT, lot.status, 'withdraw-sale')) return null;
    for (const purchase of await purchases.lockPendingOfLot(lotId)) {
      await ending.endIn(tx, purchase, 'withdraw', 'system');
      await notifications.notify(tx, {
        personId: purchase.person_id,
        key: `purchase:${purchase.id}:withdrawn`,
        template: 'purchase-withdrawn',
        params: { lotId, lotTitle: lot.title, amountTiyin: purchase.due_now_tiyin },
      });
    }
    const stock = await purchases.lockStock(lotId);
    await followSales(tx, lotId, { withdrawn: cause });
    crashAt('sale-at-fixed-price-ended');
    return (stock?.sold ?? 0) > 0 ? 'sold-in-part' : 'withdrawn';
  }

  return {
    endByTime,

    endAllByTime: (onError: RoundError): Promise<void> =>
      round.run({
        page: (after) => createPurchasesRepository(db).salesOver(after, BATCH),
        work: endByTime,
        onError,
      }),

    /**
     * Takes what is left of a sale off trade; reservations end, and their buyers get a message. null: it is not on sale.
     * `sold-in-part`: units were sold, and those sales go on.
     */
    withdraw: (lotId: number, cause: ChangeCause, tx?: AnyDb): Promise<null | 'withdrawn' | 'sold-in-part'> =>
      tx ? withdrawIn(tx, lotId, cause) : inTransaction(db, (own) => withdrawIn(own, lotId, cause)),
  };
}
