import type { Wallet } from '#server/domains/money/wallet/index.ts';
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

interface CountedOrder {
  id: number;
  person_id: string;
  lotId: number;
  /** A sale of it that is cancelled because it was not handed over; absent: the order is withdrawn from trade. */
  settlementId?: number;
}

/** What customers withdrew from trade or did not hand over, and what it costs (WITHDRAWAL_LADDER in shared/limits). */
export function createWithdrawals({ db, walletIn, owedBy, baseAmountAt }: WithdrawalsDeps) {
  const withdrawals = createWithdrawalsRepository(db);

  const penaltyOf = async (count: number): Promise<{ multiple: number; penaltyTiyin: number }> => {
    const multiple = withdrawalMultiple(count);
    if (multiple === 0) return { multiple, penaltyTiyin: 0 };
    const { amountTiyin } = await baseAmountAt(new Date());
    return { multiple, penaltyTiyin: multiple * amountTiyin };
  };

  /** Of the next withdrawal, with those that are asked for and not done counted in. */
  const nextOn = async (on: AnyDb, personId: string, exceptLotId: number | null) => {
    const own = createWithdrawalsRepository(on);
    const count = (await own.count(personId)) + (await own.countUnderway(personId, exceptLotId)) + 1;
    return { count, ...(await penaltyOf(count)) };
  };

  return {
    /** What the person's next withdrawal would cost as of today. */
    async next(personId: string): Promise<{ count: number; penaltyTiyin: number }> {
      const { count, penaltyTiyin } = await nextOn(db, personId, null);
      return { count, penaltyTiyin };
    },

    /**
     * In the transaction that records the customer's wish: does it cost no more than was stated? Withdrawals of one person are
     * judged one after the other, so that several prepared at one price cannot all be had for it.
     * @param atMostTiyin null: any
     */
    async agrees(
      tx: AnyDb,
      { personId, lotId }: { personId: string; lotId: number },
      atMostTiyin: number | null,
    ): Promise<boolean> {
      await createWithdrawalsRepository(tx).lockPerson(personId);
      const { penaltyTiyin } = await nextOn(tx, personId, lotId);
      return atMostTiyin === null || penaltyTiyin <= atMostTiyin;
    },

    /** Before anything else is locked that a withdrawal of the same person locks after it. */
    lock: (tx: AnyDb, personId: string): Promise<void> =>
      createWithdrawalsRepository(tx).lockPerson(personId),

    /**
     * In the transaction in which the order leaves trade, once for each of its lots, or in which a sale is cancelled because it was not
     * handed over, once for each sale. Returns what is owed, in tiyin: never more than was stated to the customer, and agreed when the
     * wish was recorded.
     * @param atMostTiyin null: any
     */
    async count(tx: AnyDb, order: CountedOrder, atMostTiyin: number | null): Promise<number> {
      const own = createWithdrawalsRepository(tx);
      const { id: orderId, person_id: personId, lotId, settlementId = null } = order;
      await own.lockPerson(personId);
      const due = await nextOn(tx, personId, lotId);
      const penaltyTiyin = Math.min(due.penaltyTiyin, atMostTiyin ?? Infinity);
      const multiple = penaltyTiyin === 0 ? 0 : due.multiple;
      const journalId =
        penaltyTiyin === 0 ? null : await owe(tx, { orderId, lotId, settlementId, personId, penaltyTiyin });
      const count = await own.nextNumber(personId);
      await own.add({ orderId, lotId, settlementId, personId, count, multiple, penaltyTiyin, journalId });
      return penaltyTiyin;
    },

    ofOrderSince: (orderId: number, since: Date): Promise<StoredWithdrawal | undefined> =>
      withdrawals.ofOrderSince(orderId, since),

    /** Newest first. */
    ofPerson: (personId: string): Promise<StoredWithdrawal[]> => withdrawals.ofPerson(personId),

    /** Sum of what is not paid, whatever for, in tiyin. */
    owedBy,
  };

  async function owe(
    tx: AnyDb,
    sum: {
      orderId: number;
      lotId: number;
      settlementId: number | null;
      personId: string;
      penaltyTiyin: number;
    },
  ): Promise<number> {
    const { orderId, lotId, settlementId, personId, penaltyTiyin } = sum;
    const why =
      settlementId === null
        ? {
            key: `order:${orderId}:lot:${lotId}`,
            reason: 'an order was withdrawn from trade',
            actor: personId,
          }
        : {
            key: `settlement:${settlementId}:not-handed-over`,
            reason: 'a sale was not handed over',
            actor: 'system',
          };
    const result = await walletIn(tx).owePenalty({
      ...why,
      reference: `order:${orderId}`,
      personId,
      amountTiyin: penaltyTiyin,
    });
    if (result.outcome !== 'owed') throw new Error(`the penalty of order ${orderId} is owed by another key`);
    return result.journalId;
  }
}

export type Withdrawals = ReturnType<typeof createWithdrawals>;
