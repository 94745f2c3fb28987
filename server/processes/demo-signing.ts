import type { ConsentsService, SignaturesService } from '#server/domains/people/signatures/index.ts';
import type { DevelopmentSigner } from '#server/integrations/e-signature/index.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';

const LANGUAGE = 'uz';
/** What the archive writes down as the signer's address: the demo signs on this machine. */
const ADDRESS = '127.0.0.1';

/** Lots of the demo begin with orders that were signed weeks ago. */
const VALID_BEFORE_MS = 90 * DAY_MS;

/** Signs a document as a person of the demo; null where the person uses keys that the demo has no password of. */
export type SignAsDemo = (personId: string, password: string, document: Buffer) => Promise<string | null>;

/**
 * Signs for people of the demo as they would: a test key, the document, a signature that is checked and archived. Where
 * E-IMZO is configured there are no test keys, and people sign by hand.
 */
export function createDemoSigning({
  signatures,
  consents,
  signer: { development },
}: {
  signatures: SignaturesService;
  consents: ConsentsService;
  signer: { development: DevelopmentSigner | null };
}): { sign: SignAsDemo; signOffer: (personId: string, password: string) => Promise<void> } {
  const sign: SignAsDemo = async (personId, password, document) => {
    if (!development) return null;
    const { kind, name: owner, pinfl, stir } = await signatures.signatory(personId);
    const at = new Date();
    const known = (await development.keys(personId)).find(({ validFrom }) => validFrom <= at);
    const validFrom = new Date(at.getTime() - VALID_BEFORE_MS);
    const key =
      known ??
      (await development.issue(personId, { owner, kind, pinfl, tin: stir }, password, { validFrom }));
    if (key === 'too-many-keys') throw new Error(`no test key for ${owner}: ${key}`);
    const pkcs7 = await development.sign(personId, key.keyId, password, { document });
    // The account may have a key under another password: then it is its owner's to sign with.
    return Buffer.isBuffer(pkcs7) ? pkcs7.toString('base64') : null;
  };
  return {
    sign,
    async signOffer(personId, password) {
      if (!development || (await consents.inForce(personId))) return;
      const { id: requestId, document } = await consents.prepare(personId, LANGUAGE);
      const pkcs7 = await sign(personId, password, document);
      if (pkcs7 === null) return;
      const signed = await consents.agree(personId, { requestId, pkcs7 }, ADDRESS);
      if (signed.outcome === 'refused')
        throw new Error(`the offer of ${personId} is not signed: ${signed.reason}`);
    },
  };
}
