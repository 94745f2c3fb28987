import type { AnyDb } from '#server/platform/database/index.ts';
import { createArchiveRepository } from './archive.repository.ts';
import { createCertificatesRepository } from './certificates.repository.ts';
import { createConsentsRepository } from './consents.repository.ts';

/** Stable word of the answers to the offer. */
const REASON = 'number-corrected';

/**
 * A person whose number is another one, or gone, signs the offer again, with keys that name the new one. What was signed before stays in
 * the archive; what was to be signed names the number before, and a signature at this very instant was judged by it.
 */
export async function voidSignatures(tx: AnyDb, personId: string): Promise<void> {
  // First: it waits for a signature that is being archived, whose consent the rest then sees.
  await createArchiveRepository(tx).dropRequests(personId);
  await createCertificatesRepository(tx).removeAll(personId);
  const consents = createConsentsRepository(tx);
  const last = await consents.lastAnswer(personId);
  if (last?.agreed)
    await consents.answer(tx, { personId, version: last.version, documentId: null, reason: REASON });
}
