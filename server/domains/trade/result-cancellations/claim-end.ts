import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createIndemnity, createSaleReturns, lockMoney } from '#server/domains/money/wallet/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { endTaskOfClaim } from './old-claims.ts';
import { sayClaimPaid } from './sale-claims.ts';
import { createSaleClaimsRepository } from './sale-claims.repository.ts';

export interface ClaimEndDeps {
  notifications: Pick<Notifications, 'notify'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
}

async function mustExist(on: AnyDb, claimId: number) {
  const claim = await createSaleClaimsRepository(on).byId(claimId);
  if (!claim) throw new Error(`there is no claim ${claimId}`);
  return claim;
}

/**
 * What a buyer is owed after a cancelled sale ends without the seller: the operator answers for it with money of its own, which the
 * seller then owes the operator; or the buyer waives it, which they have said themselves on the site. A court's decision is noted, and it stays owed.
 */
export const claimEnd = ({ notifications, namesOf, tasks }: ClaimEndDeps): DecisionKind<'claim-end'> => ({
  name: 'claim-end',
  subjectOf: ({ claimId }) => `claim:${claimId}`,

  async lock(tx, { claimId }) {
    await createSaleClaimsRepository(tx).lock(claimId);
  },

  async stateOf(on, { claimId }) {
    const claim = await createSaleClaimsRepository(on).byId(claimId);
    if (!claim || claim.buyer_id === null) return null;
    return {
      ended: claim.ended,
      paid: claim.paid_at !== null,
      court: claim.court,
      waived: claim.waived_at !== null,
    };
  },

  async concerns(on, { claimId }) {
    const { seller_id: seller, buyer_id: buyer, lot_id: lotId } = await mustExist(on, claimId);
    return { personIds: [seller, buyer!], lotId };
  },

  async money(on, { claimId, answer }) {
    if (answer !== 'indemnity') return null;
    const claim = await mustExist(on, claimId);
    return {
      ref: `claim:${claimId}`,
      amountTiyin: claim.amount_tiyin,
      personIds: [claim.seller_id, claim.buyer_id!],
      leaves: false,
      // Who would have the sale cancelled is none of the two who have the operator pay for it, above the limit.
      statedBy: await createSaleClaimsRepository(on).proposers(claim),
    };
  },

  async judge(on, { claimId, answer }) {
    const { ended, amount_tiyin: sum, waived_at: waived } = await mustExist(on, claimId);
    if (ended !== null) return 'nothing-to-do';
    if (answer === 'waived' && waived === null) return 'not-waived';
    return answer === 'indemnity' && (await createIndemnity(on).sum()) < sum ? 'not-enough' : null;
  },

  async preview(on, { claimId, answer }) {
    const claim = await mustExist(on, claimId);
    const name = (await namesOf([claim.buyer_id!])).get(claim.buyer_id!);
    return [
      { fact: 'sum', type: 'money', tiyin: claim.amount_tiyin },
      { fact: 'answer', type: 'choice', choice: answer },
      ...(name ? [{ fact: 'person', type: 'text', text: name } as const] : []),
      { fact: 'lot', type: 'lot', lotId: claim.lot_id },
      ...(answer === 'indemnity'
        ? [{ fact: 'account', type: 'money', tiyin: await createIndemnity(on).sum() } as const]
        : []),
    ];
  },

  async apply(tx, { claimId, answer }, { decidedBy, document }) {
    const claims = createSaleClaimsRepository(tx);
    const claim = await mustExist(tx, claimId);
    const {
      buyer_id: buyer,
      buyer_journal_id: buyerJournalId,
      seller_id: seller,
      journal_id: sellerJournalId,
    } = claim;
    if (claim.ended !== null || buyer === null || buyerJournalId === null) return 'nothing-to-do';
    await endTaskOfClaim(tx, tasks, { claim, by: decidedBy, note: document ?? '' });
    if (answer === 'court') {
      await claims.judged(claimId, document!);
      return null;
    }
    for (const personId of [buyer, seller].sort()) await lockMoney(tx, personId);
    const money = createSaleReturns(tx);
    if (answer === 'waived') {
      await money.waive({ sellerClaimId: sellerJournalId, buyerClaimId: buyerJournalId }, decidedBy);
      await claims.end(claimId, { ended: 'waived' });
      return null;
    }
    const coverJournalId = await createIndemnity(tx).cover(sellerJournalId, decidedBy);
    if (coverJournalId === null) return 'not-enough';
    await money.payBuyer(buyerJournalId, decidedBy);
    await claims.end(claimId, { ended: 'indemnity', coverJournalId });
    await sayClaimPaid(tx, notifications, claim);
    return null;
  },
});
