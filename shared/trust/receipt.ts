import type { RefusalReason } from '../auction/refusals.ts';
import type { PublicLog } from './public-log.ts';
import { nextHash } from './check-public-log.ts';
import { commitmentTo, fitsCommitment } from './sealed-maxima.ts';
import type { SignedStatement } from './signed-statement.ts';

export const RECEIPT_FORMAT = 'savdo-receipt-1';

/** What became of one command of a participant. */
export interface Receipt {
  lotId: number;
  bidId: string;
  /** The participant's number in the room; null: was never admitted. */
  number: number | null;
  command: 'place' | 'set-auto' | 'clear-auto';
  /** The price offered, or the sealed maximum. */
  amountTiyin: number | null;
  /** `not-placed`: it had no answer, and the finished log has no entry of it. */
  verdict: 'accepted' | 'refused' | 'not-placed';
  reason: RefusalReason | null;
  /** When the server received and when it decided it, µs; null: not recorded. */
  receivedAtUs: number | null;
  decidedAtUs: number | null;
  /** Its entry when accepted, otherwise the last entry it was judged by; null: no room judged it. */
  seq: number | null;
  /** Hash of the public log at that entry: whatever is published later has to contain it. */
  logHash: string | null;
  /** Before this command: the least price that would have been accepted, and the end of the auction, µs. */
  leastTiyin: number | null;
  deadlineUs: number | null;
  /** Of an accepted maximum: with it the commitment in the log is SHA-256(maximum as decimal text ‖ salt). */
  salt: string | null;
  /**
   * Of an accepted maximum: hash of the public log before its entry. With the entry, which follows from this receipt, it gives `logHash`, so
   * that the commitment can be checked before the log is published. Absent in receipts of earlier releases.
   */
  previousHash?: string | null;
}

export type SignedReceipt = SignedStatement<typeof RECEIPT_FORMAT, Receipt>;

export type ReceiptInLog =
  | 'agrees'
  | 'other-lot'
  /** The log has another history up to the receipt's entry. */
  | 'other-history'
  /** The log has no such price, or another maximum. */
  | 'not-in-log'
  /** The receipt names no entry. */
  | 'not-comparable';

/** Whether a log that was checked (`checkPublicLog`) says what a receipt says. */
export async function compareReceipt(
  receipt: Receipt,
  { terms, entries, head }: PublicLog,
): Promise<ReceiptInLog> {
  if (receipt.lotId !== terms.lotId) return 'other-lot';
  if (receipt.seq === null) return 'not-comparable';
  const at = entries[receipt.seq - 1];
  const hash = receipt.seq === 0 ? head.statement.termsHash : at?.hash;
  if (hash !== receipt.logHash) return 'other-history';
  if (receipt.verdict !== 'accepted') return 'agrees';
  const found =
    (receipt.command === 'place' &&
      at?.kind === 'price' &&
      at.by === 'offer' &&
      at.number === receipt.number &&
      at.amountTiyin === receipt.amountTiyin) ||
    (receipt.command === 'set-auto' &&
      at?.kind === 'autoSet' &&
      at.number === receipt.number &&
      (await fitsCommitment(at.commitment, maximumOf(receipt)))) ||
    (receipt.command === 'clear-auto' && at?.kind === 'autoCleared' && at.number === receipt.number);
  return found ? 'agrees' : 'not-in-log';
}

const maximumOf = ({ amountTiyin, salt }: Receipt) => ({ maximumTiyin: amountTiyin ?? 0, salt: salt ?? '' });

/**
 * Whether the log at the receipt's entry commits to exactly this maximum, by the receipt alone; null: it is not of an accepted maximum, or
 * lacks what this takes.
 */
export async function commitsToMaximum(receipt: Receipt): Promise<boolean | null> {
  const { command, verdict, previousHash, seq, number, decidedAtUs: atUs, logHash } = receipt;
  if (command !== 'set-auto' || verdict !== 'accepted' || typeof previousHash !== 'string') return null;
  if (seq === null || number === null || atUs === null) return null;
  const { maximumTiyin, salt } = maximumOf(receipt);
  const commitment = await commitmentTo(maximumTiyin, salt);
  if (!(await fitsCommitment(commitment, { maximumTiyin, salt }))) return false;
  return (await nextHash(previousHash, { seq, atUs, kind: 'autoSet', number, commitment })) === logHash;
}
