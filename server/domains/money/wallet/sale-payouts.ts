import type { AnyDb } from '#server/platform/database/index.ts';
import { createLedgerRepository, type JournalKind, type SaleArrivalKind } from './ledger.repository.ts';

/** A sum of a sale that leaves the account of sales. Of a seller, whose own accounts take no part. */
interface SaleSum {
  /** Unique among movements of its kind. */
  key: string;
  sellerId: string;
  /** Whole tiyin above zero. */
  amountTiyin: number;
  /** `lot:17` */
  reference: string;
  reason: string;
  actor: string;
}

const SALES = 'sales';

/**
 * Money of sales to the operator and to sellers' banks, within the caller's transaction, which has the payout locked and moves
 * each sum once; a second movement under a key is refused by the database (`ledger_journal_key`). Calls return the journal.
 */
export function createSalePayouts(tx: AnyDb) {
  const ledger = createLedgerRepository(tx);

  async function begin(kind: Extract<JournalKind, 'sale-fee' | 'sale-out'>, sum: SaleSum): Promise<number> {
    const { sellerId: personId, ...movement } = sum;
    const to = kind === 'sale-fee' ? 'fee' : 'payout';
    return ledger.post(
      { ...movement, personId, kind, resolvesId: null },
      await ledger.platformAccount('escrow', SALES),
      await ledger.platformAccount(to, SALES),
    );
  }

  async function end(kind: SaleArrivalKind, outId: number, actor: string, reason: string): Promise<number> {
    const sent = await ledger.byId('sale-out', outId);
    if (!sent) throw new Error(`journal ${outId} is no payment to a seller`);
    const { personId, amountTiyin, reference } = sent;
    return ledger.post(
      { kind, key: String(outId), personId, amountTiyin, reference, reason, actor, resolvesId: outId },
      await ledger.platformAccount('payout', SALES),
      await ledger.platformAccount(kind === 'sale-out-settled' ? 'bank' : 'escrow', SALES),
    );
  }

  return {
    /** sales → fees. */
    takeFee: (sum: SaleSum) => begin('sale-fee', sum),
    /** sales → available of the seller, who owes as much. */
    async setOff({ sellerId: personId, ...movement }: SaleSum): Promise<void> {
      const accounts = await ledger.lock(personId);
      if (!accounts) throw new Error(`the ledger has no accounts of person ${personId}`);
      await ledger.post(
        { ...movement, personId, kind: 'sale-set-off', resolvesId: null },
        await ledger.platformAccount('escrow', SALES),
        accounts.available.id,
      );
    },
    /** sales → in transit to the seller's bank. */
    send: (sum: SaleSum) => begin('sale-out', sum),
    /** The bank confirmed: in transit → bank. */
    settle: (outId: number, actor: string) => end('sale-out-settled', outId, actor, 'paid to the seller'),
    /** The bank returned it: in transit → sales. */
    giveBack: (outId: number, actor: string) =>
      end('sale-out-returned', outId, actor, 'returned by the bank'),
  };
}
