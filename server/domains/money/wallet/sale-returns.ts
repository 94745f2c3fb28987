import type { AnyDb } from '#server/platform/database/index.ts';
import {
  createLedgerRepository,
  type Journal,
  type JournalKind,
  type LockedAccounts,
} from './ledger.repository.ts';
import { createSetOffs } from './debts/set-offs.ts';

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

  const escrow = () => ledger.platformAccount('escrow', SALES);
  const claims = () => ledger.platformAccount('claims', SALES);

  async function found(kind: JournalKind, id: number): Promise<Journal> {
    const journal = await ledger.byId(kind, id);
    if (!journal) throw new Error(`journal ${id} is no ${kind}`);
    return journal;
  }

  return {
    /** What the buyer paid, the deposit included: sales → available. */
    async giveBack(sum: ReturnedSum): Promise<number> {
      const { available } = await locked(sum.personId);
      return ledger.post({ ...sum, kind: 'sale-back', resolvesId: null }, await escrow(), available.id);
    },

    /** The operator's fee: fees → sales. @param feeId journal of the fee */
    async giveFeeBack(feeId: number, actor: string): Promise<number> {
      const fee = await found('sale-fee', feeId);
      return ledger.post(
        { ...endOf(fee, 'the result was cancelled', actor), kind: 'sale-fee-back' },
        await ledger.platformAccount('fee', SALES),
        await escrow(),
      );
    },

    /** The seller owes what has left to the bank: receivable → sales. What they can spend stays as it was. */
    async claim(sum: ReturnedSum): Promise<number> {
      await ledger.open(sum.personId, ['available', 'held', 'receivable']);
      const { receivable } = await locked(sum.personId);
      return ledger.post({ ...sum, kind: 'sale-claim', resolvesId: null }, receivable!.id, await escrow());
    },

    /**
     * What has left is owed to the buyer: sales → claims. Beside `claim`, which makes the seller owe the same.
     */
    async owe(sum: ReturnedSum): Promise<number> {
      return ledger.post({ ...sum, kind: 'buyer-claim', resolvesId: null }, await escrow(), await claims());
    },

    /** Claims → available of the buyer, once. @param claimId journal of `owe` */
    async payBuyer(claimId: number, actor: string): Promise<void> {
      const claim = await found('buyer-claim', claimId);
      const { available } = await locked(claim.personId);
      await ledger.post(
        { ...endOf(claim, 'the seller returned the price', actor), kind: 'buyer-claim-paid' },
        await claims(),
        available.id,
      );
    },

    /** By the buyer's consent no one owes anything: claims → sales → receivable. @param of journals of `claim` and `owe` */
    async waive(of: { sellerClaimId: number; buyerClaimId: number }, actor: string): Promise<void> {
      const [owed, claim] = [
        await found('buyer-claim', of.buyerClaimId),
        await found('sale-claim', of.sellerClaimId),
      ];
      const accounts = await locked(claim.personId);
      // What was set off of it would be more than is owed without it.
      const setOffs = createSetOffs(ledger, accounts);
      const released = await setOffs.release(claim.personId, actor);
      const reason = 'waived by the buyer';
      await ledger.post(
        { ...endOf(owed, reason, actor), kind: 'buyer-claim-waived' },
        await claims(),
        await escrow(),
      );
      await ledger.post(
        { ...endOf(claim, reason, actor), kind: 'sale-claim-waived' },
        await escrow(),
        accounts.receivable!.id,
      );
      const owedTiyin = -((await ledger.balanceOf(claim.personId, 'receivable')) ?? 0);
      const { personId, reference } = claim;
      const key = `waived:${claim.id}`;
      await setOffs.add({ personId, reference, key, actor }, Math.min(released, owedTiyin));
    },
  };

  function endOf({ id, personId, amountTiyin, reference }: Journal, reason: string, actor: string) {
    return { key: String(id), personId, amountTiyin, reference, reason, actor, resolvesId: id };
  }
}
