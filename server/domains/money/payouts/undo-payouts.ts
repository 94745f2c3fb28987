import { createSaleReturns } from '#server/domains/money/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { PAYOUT, SENT_PAYOUTS } from '#shared/lifecycles/payout.ts';
import { basisPoints, shareOf } from '#shared/auction/amounts.ts';
import type { Payout } from './payout-tables.ts';
import { leftOf } from './payout-views.ts';
import { createPayoutsRepository } from './payouts.repository.ts';
import { sharesOf } from '#shared/trade/payout-shares.ts';

/** What a cancelled sale does to its payouts, within the caller's transaction, which has the settlement locked. */
export function createUndoPayouts(tx: AnyDb) {
  const payouts = createPayoutsRepository(tx);
  return {
    /**
     * A proposal to cancel takes approvals back: after it, they are given again. Of the lot, or of one sale of it. The lot's sales
     * are locked.
     */
    async hold(sale: { lotId: number; settlementId: number | null }, by: string): Promise<void> {
      for (const payout of await payouts.lockApproved(sale)) {
        await payouts.step(payout, 'held', by);
        await payouts.move(payout, 'hold', { round: payout.round + 1, requisites: null });
      }
    },

    /** All payouts of a sale, locked in the order of their ids. */
    lock: (settlementId: number): Promise<Payout[]> => payouts.lockOfSettlement(settlementId),

    /** The same, without a lock. */
    read: (settlementId: number): Promise<Payout[]> => payouts.ofSettlements([settlementId]),

    /** The bank has an order and has not answered: whether the money has left is not known. */
    isUnderway: (locked: readonly Payout[]): boolean => locked.some(({ state }) => state === 'in-flight'),

    /** What has left to the seller, by set-off too, and to those who share the price, in tiyin. */
    gone: (locked: readonly Payout[]): number => locked.reduce((sum, payout) => sum + leftOf(payout), 0),

    /** The same with the fees that were taken, of payouts that were sent: what stays gone when the others are cancelled. */
    goneWithFees: (locked: readonly Payout[]): number =>
      locked.reduce((sum, payout) => {
        const sent = (SENT_PAYOUTS as readonly string[]).includes(payout.state);
        return sum + leftOf(payout) + (sent ? payout.fee_tiyin : 0);
      }, 0),

    /** Cancels those that have not left, with the fee of those the bank sent back. @returns fees of the cancelled, tiyin */
    async cancelWaiting(
      locked: readonly Payout[],
      { by, reason }: { by: string; reason: string },
    ): Promise<number> {
      const waiting = locked.filter(({ state }) => allows(PAYOUT, state, 'undo-sale'));
      for (const payout of waiting) {
        if (payout.fee_id !== null) await createSaleReturns(tx).giveFeeBack(payout.fee_id, by);
        await payouts.step(payout, 'cancelled', by, reason);
        await payouts.move(payout, 'undo-sale');
      }
      return waiting.reduce((sum, { fee_tiyin: fee }) => sum + fee, 0);
    },

    /**
     * What is left for the seller of a sale that ended, in place of the payouts that were cancelled. The fee is no more than theirs,
     * and than its share of the sum. A lot of the operator itself has no seller and no payout.
     * @param rest.part that was to be paid next
     */
    async planRest(
      settlementId: number,
      { part, sumTiyin, feesTiyin }: { part: number; sumTiyin: number; feesTiyin: number },
    ): Promise<void> {
      const sale = await payouts.paidSale(settlementId);
      if (!sale) throw new Error(`there is no settlement ${settlementId}`);
      if (sale.seller_id === null) return;
      const fee = Math.min(feesTiyin, shareOf(sumTiyin, basisPoints(sale.fee_percent)), sumTiyin - 1);
      await payouts.plan(
        {
          settlementId,
          sellerId: sale.seller_id,
          notBefore: sale.protest_until,
          part,
          throughPart: null,
        },
        sharesOf(sumTiyin, fee, sale.shares ?? undefined),
      );
    },

    /** Cancels those that have not left, and returns the fee of all to the account of sales. */
    async undo(locked: readonly Payout[], { by, reason }: { by: string; reason: string }): Promise<void> {
      const money = createSaleReturns(tx);
      for (const payout of locked) {
        if (payout.fee_id !== null) await money.giveFeeBack(payout.fee_id, by);
        if (!allows(PAYOUT, payout.state, 'undo-sale')) continue;
        await payouts.step(payout, 'cancelled', by, reason);
        await payouts.move(payout, 'undo-sale');
      }
    },
  };
}
