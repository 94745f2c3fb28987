import type { Wallet } from '#server/domains/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { withdrawalMultiple } from '#shared/limits/order-actions.ts';
import { createWithdrawalsRepository, type StoredWithdrawal } from './withdrawals.repository.ts';

export interface WithdrawalsDeps {
  db: AnyDb;
  /** The ledger in the given transaction. */
  walletIn(tx: AnyDb): Pick<Wallet, 'owePenalty'>;
  /** All that the person owes under any account, in tiyin. */
  owedBy(personId: string): Promise<number>;
  /** Base calculation amount in force, in tiyin. */
  baseAmountAt(at: Date): Promise<{ amountTiyin: number }>;
}

/** Orders that their customers withdrew from trade, and what it costs (WITHDRAWAL_LADDER in shared/limits). */
export function createWithdrawals({ db, walletIn, owedBy, baseAmountAt }: WithdrawalsDeps) {
  const withdrawals = createWithdrawalsRepository(db);

  const penaltyOf = async (count: number): Promise<{ multiple: number; penaltyTiyin: number }> => {
    const multiple = withdrawalMultiple(count);
    if (multiple === 0) return { multiple, penaltyTiyin: 0 };
    const { amountTiyin } = await baseAmountAt(new Date());
    return { multiple, penaltyTiyin: multiple * amountTiyin };
  };

  return {
    /** What the person's next withdrawal would cost as of today. */
    async next(personId: string): Promise<{ count: number; penaltyTiyin: number }> {
      const count = (await withdrawals.count(personId)) + 1;
      const { penaltyTiyin } = await penaltyOf(count);
      return { count, penaltyTiyin };
    },

    /**
     * In the transaction in which the order leaves trade, once for each order. Returns what is owed, in tiyin: never more than was
     * stated to the customer, though another withdrawal of theirs was counted meanwhile.
     */
    async count(
      tx: AnyDb,
      order: { id: number; person_id: string },
      atMostTiyin: number | null,
    ): Promise<number> {
      const own = createWithdrawalsRepository(tx);
      const { id: orderId, person_id: personId } = order;
      await own.lockPerson(personId);
      const count = (await own.count(personId)) + 1;
      const due = await penaltyOf(count);
      const penaltyTiyin = Math.min(due.penaltyTiyin, atMostTiyin ?? Infinity);
      const multiple = penaltyTiyin === 0 ? 0 : due.multiple;
      const journalId = penaltyTiyin === 0 ? null : await owe(tx, { orderId, personId, penaltyTiyin });
      await own.add({ orderId, personId, count, multiple, penaltyTiyin, journalId });
      return penaltyTiyin;
    },

    ofOrder: (orderId: number): Promise<StoredWithdrawal | undefined> => withdrawals.ofOrder(orderId),

    /** Newest first. */
    ofPerson: (personId: string): Promise<StoredWithdrawal[]> => withdrawals.ofPerson(personId),

    /** Sum of what is not paid, whatever for, in tiyin. */
    owedBy,
  };

  async function owe(
    tx: AnyDb,
    { orderId, personId, penaltyTiyin }: { orderId: number; personId: string; penaltyTiyin: number },
  ): Promise<number> {
    const result = await walletIn(tx).owePenalty({
      ...{ key: `order:${orderId}`, reference: `order:${orderId}`, personId, amountTiyin: penaltyTiyin },
      ...{ reason: 'an order was withdrawn from trade', actor: personId },
    });
    if (result.outcome !== 'owed') throw new Error(`the penalty of order ${orderId} is owed by another key`);
    return result.journalId;
  }
}

export type Withdrawals = ReturnType<typeof createWithdrawals>;
