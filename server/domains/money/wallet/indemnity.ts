import type { AnyDb } from '#server/platform/database/index.ts';
import { createLedgerRepository } from './ledger.repository.ts';

const OPERATOR = 'operator';
const SALES = 'sales';

/**
 * The operator's own money for buyers whose sale was cancelled after the payout, within the caller's transaction. It is never below
 * zero: movements out of it wait for each other.
 */
export function createIndemnity(tx: AnyDb) {
  const ledger = createLedgerRepository(tx);
  const claims = () => ledger.platformAccount('claims', SALES);
  const account = () => ledger.platformAccount('indemnity', OPERATOR);

  return {
    /** What there is, in tiyin. */
    sum: (): Promise<number> => ledger.lockedSum('indemnity', OPERATOR),

    /** The operator pays in by a line of a statement: clearing of the bank → indemnity; once for a line, by the database. */
    async payIn({
      lineId,
      ...sum
    }: {
      lineId: number;
      amountTiyin: number;
      reason: string;
      actor: string;
    }): Promise<number> {
      return ledger.post(
        {
          ...sum,
          kind: 'indemnity-in',
          key: `line:${lineId}`,
          personId: OPERATOR,
          reference: `bank-line:${lineId}`,
          resolvesId: null,
        },
        await ledger.platformAccount('clearing', 'bank'),
        await account(),
      );
    },

    /** Answers for what the seller owes: indemnity → claims. @returns its journal; null: there is not enough */
    async cover(sellerClaimId: number, actor: string): Promise<number | null> {
      const claim = await ledger.byId('sale-claim', sellerClaimId);
      if (!claim) throw new Error(`journal ${sellerClaimId} is no sale-claim`);
      if ((await this.sum()) < claim.amountTiyin) return null;
      const { personId, amountTiyin, reference } = claim;
      return ledger.post(
        {
          kind: 'indemnity-cover',
          key: String(sellerClaimId),
          personId,
          amountTiyin,
          reference,
          reason: 'the operator answers for a cancelled sale',
          actor,
          resolvesId: null,
        },
        await account(),
        await claims(),
      );
    },

    /** The seller has paid what the operator answered for: claims → indemnity, once. */
    async recover(coverId: number, actor: string): Promise<void> {
      const cover = await ledger.byId('indemnity-cover', coverId);
      if (!cover) throw new Error(`journal ${coverId} is no indemnity-cover`);
      const { personId, amountTiyin, reference } = cover;
      await ledger.post(
        {
          kind: 'indemnity-back',
          key: String(coverId),
          personId,
          amountTiyin,
          reference,
          reason: 'the seller returned the price',
          actor,
          resolvesId: coverId,
        },
        await claims(),
        await account(),
      );
    },
  };
}
