import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createIndemnity, createSaleReturns, type DebtBook } from '#server/domains/money/wallet/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { endTaskOfClaim } from './old-claims.ts';
import type { SaleClaim } from './result-cancellation-tables.ts';
import { createSaleClaimsRepository } from './sale-claims.repository.ts';

export interface NewClaim {
  settlementId: number;
  lotId: number;
  sellerId: string;
  buyerId: string;
  /** Tiyin above zero. */
  amountTiyin: number;
  reason: string;
  actor: string;
}

/**
 * What a seller owes because a sale was cancelled after its money had left: outside the balance, no order is sent until it is paid.
 * The buyer is owed the same, and gets it when the seller pays, or from the operator's own money; never from what other people paid.
 */
export function createSaleClaims(db: AnyDb) {
  const claims = createSaleClaimsRepository(db);
  return {
    /** In the caller's transaction, which cancels the sale and has both locked in order: once for a settlement. */
    async claim({ settlementId, lotId, sellerId, buyerId, ...sum }: NewClaim): Promise<void> {
      const money = createSaleReturns(db);
      const about = { ...sum, key: `settlement:${settlementId}`, reference: `lot:${lotId}` };
      const journalId = await money.claim({ ...about, personId: sellerId });
      const buyerJournalId = await money.owe({ ...about, personId: buyerId });
      const { amountTiyin } = sum;
      await claims.add({ settlementId, lotId, sellerId, buyerId, amountTiyin, journalId, buyerJournalId });
    },

    /** False: it is not this buyer's, or has ended. */
    waive: (claimId: number, buyerId: string, waives: boolean): Promise<boolean> =>
      claims.waive(claimId, buyerId, waives),

    ofSeller: (sellerId: string) => claims.ofSeller(sellerId),
    ofBuyer: (buyerId: string) => claims.ofBuyer(buyerId),
  };
}
export type SaleClaims = ReturnType<typeof createSaleClaims>;

type Messages = Pick<Notifications, 'notify'>;

/** The buyer got what was owed, in the transaction that moved it. */
export async function sayClaimPaid(tx: AnyDb, messages: Messages, claim: SaleClaim): Promise<void> {
  const { id, buyer_id: personId, lot_id: lotId, amount_tiyin: amountTiyin } = claim;
  const lotTitle = await createSaleClaimsRepository(tx).titleOf(lotId);
  await messages.notify(tx, {
    personId: personId!,
    key: `sale-claim:${id}:paid`,
    template: 'claim-paid',
    params: { lotId, lotTitle, amountTiyin },
  });
}

/** How claims hear that they were paid as debts of the seller: the buyer gets it, or the operator who has answered for it. */
export function createClaimBook(
  messages: Messages,
  tasks: Pick<StaffTasksService, 'finishOccasion'>,
): DebtBook {
  async function passOn(tx: AnyDb, claim: SaleClaim, actor: string): Promise<void> {
    const claims = createSaleClaimsRepository(tx);
    await claims.paid(claim.id);
    if (claim.cover_journal_id !== null) await createIndemnity(tx).recover(claim.cover_journal_id, actor);
    // Of before buyers were owed, the buyer had the whole price back at once.
    if (claim.buyer_journal_id === null || claim.ended !== null) return;
    await createSaleReturns(tx).payBuyer(claim.buyer_journal_id, actor);
    await claims.end(claim.id, { ended: 'repaid' });
    await endTaskOfClaim(tx, tasks, { claim, by: actor, note: '' });
    await sayClaimPaid(tx, messages, claim);
  }

  return {
    async lock(tx, journalIds) {
      const locked = await createSaleClaimsRepository(tx).lockJournals(journalIds);
      return locked.flatMap(({ buyer_id: buyer, ended }) =>
        buyer !== null && ended === null ? [buyer] : [],
      );
    },
    async paid(tx, journalIds, actor) {
      for (const claim of await createSaleClaimsRepository(tx).lockJournals(journalIds))
        await passOn(tx, claim, actor);
    },
  };
}
