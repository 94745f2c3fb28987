import { createHash } from 'node:crypto';
import { fileReply } from '#server/platform/http/index.ts';
import type { SignedReceipt } from '#shared/trust/receipt.ts';

/** A signed receipt as the file that anyone can check. */
export function receiptReply(signed: SignedReceipt) {
  const { lotId, bidId } = signed.statement;
  const body = Buffer.from(`${JSON.stringify(signed, null, 2)}\n`);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const name = `savdo-receipt-${lotId}-${bidId}.json`;
  return fileReply({ name, mediaType: 'application/json', sha256, body }, 'no-store');
}
