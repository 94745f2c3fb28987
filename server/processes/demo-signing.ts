import type { AccountsService } from '#server/domains/accounts/index.ts';
import { createNotifications } from '#server/domains/notifications/index.ts';
import { createReferenceRepository, createReferenceService } from '#server/domains/reference/index.ts';
import type { Platform } from './platform.ts';
import { createSigning } from './signing.ts';

const LANGUAGE = 'uz';
/** What the archive writes down as the signer's address: the demo signs on this machine. */
const ADDRESS = '127.0.0.1';

/**
 * Signs the offer for a person of the demo as that person would: a test key, the document, a signature that is checked
 * and archived. Where E-IMZO is configured there are no test keys, and the person signs by hand.
 */
export function createDemoSigning(
  platform: Platform,
  accounts: AccountsService,
): (personId: string, password: string) => Promise<void> {
  const { db } = platform.database;
  const { signatures, consents, development } = createSigning(platform, {
    accounts,
    reference: createReferenceService(createReferenceRepository(db)),
    notifications: createNotifications(db),
  });

  return async (personId, password) => {
    if (!development || (await consents.inForce(personId))) return;
    const { kind, name: owner, pinfl, stir } = await signatures.signatory(personId);
    const [known] = await development.keys(personId);
    const key = known ?? (await development.issue(personId, { owner, kind, pinfl, tin: stir }, password));
    if (key === 'too-many-keys') throw new Error(`no test key for ${owner}: ${key}`);
    const { id: requestId, document } = await consents.prepare(personId, LANGUAGE);
    const pkcs7 = await development.sign(personId, key.keyId, password, { document });
    // Whoever uses the account may have made a key under another password: then it is theirs to sign with.
    if (!Buffer.isBuffer(pkcs7)) return;
    const signed = await consents.agree(personId, { requestId, pkcs7: pkcs7.toString('base64') }, ADDRESS);
    if (signed.outcome === 'refused')
      throw new Error(`the offer of ${owner} is not signed: ${signed.reason}`);
  };
}
