import type { ActionLog } from '#server/domains/action-log/index.ts';
import { createSaleReturns, type ClaimPayment, type DebtBook } from '#server/domains/wallet/index.ts';
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
export function createSaleClaims(db: AnyDb, actions?: Pick<ActionLog, 'record'>) {
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
    pay: (claimId: number, personId: string, address: string): Promise<ClaimPayment | null> =>
      inTransaction(db, async (tx) => {
        const claims = createSaleClaimsRepository(tx);
        const claim = await claims.lock(claimId);
        if (claim?.seller_id !== personId) return null;
        const paid = await createSaleReturns(tx).payClaim(claim.journal_id, personId);
        if (paid.outcome !== 'paid' || paid.repeated) return paid;
        await claims.paid(claimId);
        const done = { type: 'order', action: 'claim-paid', result: 'done' } as const;
        await actions?.record({ personId, address, ...done, reason: `lot:${claim.lot_id}` }, tx);
        return paid;
      }),

    ofSeller: (personId: string) => createSaleClaimsRepository(db).ofSeller(personId),
  };
}
export type SaleClaims = ReturnType<typeof createSaleClaims>;

/** How claims hear that they were paid as debts of the person. */
export const claimBook: DebtBook = {
  lock: (tx, journalIds) => createSaleClaimsRepository(tx).lockJournals(journalIds),
  paid: (tx, journalIds) => createSaleClaimsRepository(tx).paidJournals(journalIds),
};
