import type { RefusalReason } from '../auction/refusals.ts';
import type { PublicLog } from './public-log.ts';
import { sha256Hex } from './canonical-bytes.ts';
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
      at.commitment === (await commitmentOf(receipt.amountTiyin, receipt.salt))) ||
    (receipt.command === 'clear-auto' && at?.kind === 'autoCleared' && at.number === receipt.number);
  return found ? 'agrees' : 'not-in-log';
}

const commitmentOf = (maximumTiyin: number | null, salt: string | null): Promise<string> =>
  sha256Hex(new TextEncoder().encode(`${maximumTiyin ?? ''}${salt ?? ''}`));
