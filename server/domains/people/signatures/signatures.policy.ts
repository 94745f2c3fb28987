import type { CertificateFacts } from '#server/integrations/e-signature/index.ts';
import type { SignatureRefusal } from '#shared/api/cabinet/signatures.ts';

/** Fields of an account that this domain needs. */
export interface Signatory {
  id: string;
  kind: 'natural' | 'legal';
  name: string;
  pinfl: string | null;
  stir: string | null;
}

/**
 * May this key sign for this account? A natural person signs with a personal key of the same PINFL, an entity with a
 * key issued for its STIR, whichever employee holds it. Null: yes.
 */
export function keyProblem(
  person: Signatory,
  certificate: Pick<CertificateFacts, 'kind' | 'pinfl' | 'tin'>,
): SignatureRefusal | null {
  const own = person.kind === 'legal' ? person.stir : person.pinfl;
  if (own === null) return 'account-without-id';
  if (person.kind === 'natural' && certificate.kind === 'natural' && certificate.pinfl === null)
    return 'no-personal-id';
  if (certificate.kind !== person.kind) return 'other-person';
  return own === (person.kind === 'legal' ? certificate.tin : certificate.pinfl) ? null : 'other-person';
}
