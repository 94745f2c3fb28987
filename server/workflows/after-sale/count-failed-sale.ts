import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Withdrawals } from '#server/domains/trade/orders/index.ts';
import type { CancelledSale } from '#server/domains/trade/result-cancellations/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';

export interface CountFailedSaleDeps {
  lots: Pick<LotsRepository, 'get'>;
  costs: Pick<Withdrawals, 'lock' | 'count'>;
  notifications: Pick<Notifications, 'notify'>;
}

export type CountFailedSale = ReturnType<typeof createCountFailedSale>;

/**
 * A seller who does not hand over what was sold gets out of the sale as by a withdrawal of the order, only later: it counts as one in the
 * ladder of penalties, whatever account of the human sells. What the operator itself sells has no order, and is not counted.
 */
export function createCountFailedSale({ lots, costs, notifications }: CountFailedSaleDeps) {
  async function sellerOf(tx: AnyDb, lotId: number) {
    const lot = await lots.get(lotId, tx);
    if (!lot || lot.order_id === null || lot.customer_person_id === null) return null;
    return { orderId: lot.order_id, personId: lot.customer_person_id, lotTitle: lot.title };
  }

  return {
    /** In the transaction that cancels the sale, before it moves money: a withdrawal of the seller locks in this order, too. */
    async lock(tx: AnyDb, lotId: number): Promise<void> {
      const seller = await sellerOf(tx, lotId);
      if (seller) await costs.lock(tx, seller.personId);
    },

    /** In the transaction that has cancelled the sale. */
    async count(tx: AnyDb, { lotId, settlementId }: CancelledSale): Promise<void> {
      const seller = await sellerOf(tx, lotId);
      // An auction whose settlement is not open yet has nothing to hand over.
      if (!seller || settlementId === null) return;
      const { orderId, personId, lotTitle } = seller;
      const amountTiyin = await costs.count(
        tx,
        { id: orderId, person_id: personId, lotId, settlementId },
        null,
      );
      const about = { lotId, lotTitle };
      await notifications.notify(tx, {
        personId,
        key: `settlement:${settlementId}:not-handed-over`,
        ...(amountTiyin > 0
          ? { template: 'sale-failed-penalty', params: { ...about, amountTiyin } }
          : { template: 'sale-failed', params: about }),
      });
    },
  };
}
