import { createSaleReturns, type ClaimPayment } from '#server/domains/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { createSaleClaimsRepository } from './sale-claims.repository.ts';

export interface NewClaim {
  settlementId: number;
  lotId: number;
  sellerId: string;
  /** Tiyin above zero. */
  amountTiyin: number;
  reason: string;
  actor: string;
}

/**
 * What a seller owes because the result of a sale was cancelled after its money had left: outside the balance, and no order is
 * sent until it is paid.
 */
export function createSaleClaims(db: AnyDb) {
  return {
    /** In the caller's transaction, which cancels the sale: once for a settlement, by the database. */
    async claim({ settlementId, lotId, sellerId, amountTiyin, reason, actor }: NewClaim): Promise<void> {
      const journalId = await createSaleReturns(db).claim({
        ...{ key: `settlement:${settlementId}`, personId: sellerId, amountTiyin },
        ...{ reference: `lot:${lotId}`, reason, actor },
      });
      await createSaleClaimsRepository(db).add({ settlementId, lotId, sellerId, amountTiyin, journalId });
    },

    /** From the balance, whole and once; a repeat answers that it is paid. null: no such claim of this person. */
    pay: (claimId: number, personId: string): Promise<ClaimPayment | null> =>
      inTransaction(db, async (tx) => {
        const claims = createSaleClaimsRepository(tx);
        const claim = await claims.lock(claimId);
        if (claim?.seller_id !== personId) return null;
        const paid = await createSaleReturns(tx).payClaim(claim.journal_id, personId);
        if (paid.outcome === 'paid' && !paid.repeated) await claims.paid(claimId);
        return paid;
      }),

    ofSeller: (personId: string) => createSaleClaimsRepository(db).ofSeller(personId),
  };
}
export type SaleClaims = ReturnType<typeof createSaleClaims>;
