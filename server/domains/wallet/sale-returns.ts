import type { AnyDb } from '#server/platform/database/index.ts';
import { createLedgerRepository, type LockedAccounts } from './ledger.repository.ts';

interface ReturnedSum {
  /** Unique among movements of its kind. */
  key: string;
  personId: string;
  /** Whole tiyin above zero. */
  amountTiyin: number;
  /** `lot:17` */
  reference: string;
  reason: string;
  actor: string;
}

export type ClaimPayment =
  | { outcome: 'paid'; repeated: boolean }
  /** Nothing was written. */
  | { outcome: 'short'; missingTiyin: number };

const SALES = 'sales';

/**
 * Money of a cancelled sale, within the caller's transaction (READ COMMITTED), which has the settlement locked and moves each sum
 * once; a second movement under a key is refused by the database (`ledger_journal_key`). The person's accounts stay locked until
 * it ends: sums of several people are moved in the order of their ids. Calls return the journal.
 */
export function createSaleReturns(tx: AnyDb) {
  const ledger = createLedgerRepository(tx);

  async function locked(personId: string): Promise<LockedAccounts> {
    const accounts = await ledger.lock(personId);
    if (!accounts) throw new Error(`the ledger has no accounts of person ${personId}`);
    return accounts;
  }

  return {
    /** What the buyer paid, the deposit included: sales → available. */
    async giveBack(sum: ReturnedSum): Promise<number> {
      const { available } = await locked(sum.personId);
      const sales = await ledger.platformAccount('escrow', SALES);
      return ledger.post({ ...sum, kind: 'sale-back', resolvesId: null }, sales, available.id);
    },

    /** The operator's fee: fees → sales. @param feeId journal of the fee */
    async giveFeeBack(feeId: number, actor: string): Promise<number> {
      const fee = await ledger.byId('sale-fee', feeId);
      if (!fee) throw new Error(`journal ${feeId} is no fee of a sale`);
      const { personId, amountTiyin, reference } = fee;
      return ledger.post(
        {
          ...{ kind: 'sale-fee-back', key: String(feeId), personId, amountTiyin, reference, actor },
          ...{ reason: 'the result was cancelled', resolvesId: feeId },
        },
        await ledger.platformAccount('fee', SALES),
        await ledger.platformAccount('escrow', SALES),
      );
    },

    /** The seller owes what has left to the bank: receivable → sales. What they can spend stays as it was. */
    async claim(sum: ReturnedSum): Promise<number> {
      await ledger.open(sum.personId, ['available', 'held', 'receivable']);
      const { receivable } = await locked(sum.personId);
      const sales = await ledger.platformAccount('escrow', SALES);
      return ledger.post({ ...sum, kind: 'sale-claim', resolvesId: null }, receivable!.id, sales);
    },

    /** The seller pays the whole claim from the balance, once: available → receivable. @param claimId journal of the claim */
    async payClaim(claimId: number, actor: string): Promise<ClaimPayment> {
      const claim = await ledger.byId('sale-claim', claimId);
      if (!claim) throw new Error(`journal ${claimId} is no claim`);
      const { personId, amountTiyin, reference } = claim;
      const { available, receivable } = await locked(personId);
      // Read under the lock: a concurrent payment waits or has committed.
      if (await ledger.endOf(claimId)) return { outcome: 'paid', repeated: true };
      const missingTiyin = amountTiyin - available.balanceTiyin;
      if (missingTiyin > 0) return { outcome: 'short', missingTiyin };
      const movement = { key: String(claimId), personId, amountTiyin, reference, actor };
      await ledger.post(
        { ...movement, kind: 'sale-claim-paid', reason: 'the debt of a cancelled sale', resolvesId: claimId },
        available.id,
        receivable!.id,
      );
      return { outcome: 'paid', repeated: false };
    },
  };
}
