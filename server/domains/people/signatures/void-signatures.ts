import type { AnyDb } from '#server/platform/database/index.ts';
import { createCertificatesRepository } from './certificates.repository.ts';
import { createConsentsRepository } from './consents.repository.ts';

/** Stable word of the answers to the offer. */
const REASON = 'number-corrected';

/** A person with another number signs the offer again, with keys that name it. What was signed before stays in the archive. */
export async function voidSignatures(tx: AnyDb, personId: string): Promise<void> {
  await createCertificatesRepository(tx).removeAll(personId);
  const consents = createConsentsRepository(tx);
  const last = await consents.lastAnswer(personId);
  if (last?.agreed)
    await consents.answer(tx, { personId, version: last.version, documentId: null, reason: REASON });
}
