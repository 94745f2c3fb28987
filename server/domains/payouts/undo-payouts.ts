import { createSaleReturns } from '#server/domains/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { PAYOUT, SENT_PAYOUTS } from '#shared/lifecycles/payout.ts';
import type { Payout } from './payout-tables.ts';
import { createPayoutsRepository } from './payouts.repository.ts';

/** What a cancelled sale does to its payouts, within the caller's transaction, which has the settlement locked. */
export function createUndoPayouts(tx: AnyDb) {
  const payouts = createPayoutsRepository(tx);
  return {
    /** All payouts of a sale, locked in the order of their ids. */
    lock: (settlementId: number): Promise<Payout[]> => payouts.lockOfSettlement(settlementId),

    /** The same, without a lock. */
    read: (settlementId: number): Promise<Payout[]> => payouts.ofSettlements([settlementId]),

    /** The bank has an order and has not answered: whether the money has left is not known. */
    isUnderway: (locked: readonly Payout[]): boolean => locked.some(({ state }) => state === 'in-flight'),

    /** What has left to the seller and to those who share the price, in tiyin. */
    gone: (locked: readonly Payout[]): number =>
      locked
        .filter(({ state }) => (SENT_PAYOUTS as readonly string[]).includes(state))
        .reduce((sum, { amount_tiyin: amount }) => sum + amount, 0),

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
