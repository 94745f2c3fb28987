import {
  createPurchasesRepository,
  type EndingEvent,
  type Purchase,
} from '#server/domains/trade/purchases/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';

const BATCH = 200;

export interface EndPurchaseDeps {
  db: AnyDb;
  crashAt: WorkflowCrashPoint;
}

const REASON: Record<EndingEvent, string> = {
  expire: 'the reservation expired',
  cancel: 'the reservation was given up',
  'spend-codes': 'too many wrong codes',
  'not-deliver': 'no code could be sent',
  withdraw: 'the lot was withdrawn',
  bar: 'the buyer is barred',
};

export type EndPurchase = ReturnType<typeof createEndPurchase>;

/** A reservation ends without a sale: units and money are free in the same transaction. */
export function createEndPurchase({ db, crashAt }: EndPurchaseDeps) {
  const round = createRound();

  /** In the caller's transaction, which has locked the reservation. @param actor a person's id, or `system` */
  async function endIn(tx: AnyDb, purchase: Purchase, event: EndingEvent, actor: string): Promise<Purchase> {
    const ended = await createPurchasesRepository(tx).end(purchase, event);
    if (purchase.hold_id === null) throw new Error(`purchase ${purchase.id} holds nothing`);
    const released = await createWallet(tx).release({
      key: `purchase:${purchase.id}`,
      holdId: purchase.hold_id,
      reason: REASON[event],
      actor,
    });
    if (released.outcome !== 'resolved')
      throw new Error(`purchase ${purchase.id} not released: ${released.outcome}`);
    crashAt('purchase-ended');
    return ended;
  }

  /** By the clock of the database, under the lock: one that is bought or ended meanwhile stays as it is. */
  const expire = (purchaseId: number): Promise<void> =>
    inTransaction(db, async (tx) => {
      const purchases = createPurchasesRepository(tx);
      const purchase = await purchases.lock(purchaseId);
      if (purchase?.state !== 'reserved' || purchase.expires_at > (await purchases.now())) return;
      await endIn(tx, purchase, 'expire', 'system');
    });

  return {
    endIn,
    expire,

    /** Of one lot, before anything is decided about what is left of it, in case the worker is away. */
    async expireOfLot(lotId: number): Promise<void> {
      for (let after = 0; ;) {
        const ids = await createPurchasesRepository(db).expired(after, BATCH, lotId);
        for (const id of ids) await expire(id);
        const last = ids.at(-1);
        if (last === undefined || ids.length < BATCH) return;
        after = last;
      }
    },

    expireAll: (onError: RoundError): Promise<void> =>
      round.run({
        page: (after) => createPurchasesRepository(db).expired(after, BATCH),
        work: expire,
        onError,
      }),
  };
}
