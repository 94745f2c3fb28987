import type { SignatureRefusal } from '#shared/api/cabinet/signatures.ts';

/** The owner's data in a certificate. */
export interface CertificateFacts {
  /** Hex or decimal text, as the authority writes it. */
  serial: string;
  owner: string;
  /** Legal: issued to somebody acting for an entity. */
  kind: 'natural' | 'legal';
  pinfl: string | null;
  /** The entity's STIR; of natural persons their own, where they have one. */
  tin: string | null;
  validFrom: Date;
  validTo: Date;
}

export interface SignatureFacts {
  certificate: CertificateFacts;
  signedAt: Date;
  /** Null: the signature bears no time stamp. */
  timestampedAt: Date | null;
  /** The verifier's answer, for the archive. */
  said: unknown;
}

export interface Refused {
  verdict: 'refused';
  reason: SignatureRefusal;
}

/** The caller, as the verifying service requires. */
export interface Caller {
  address: string;
  /** The site's name, e.g. `savdo.example`. */
  host: string;
}

export type Verified = { verdict: 'right'; facts: SignatureFacts } | Refused;

/**
 * Electronic signatures, verified. An expected "no" is a verdict; an unavailable service is `service-away`, and the call
 * may be repeated. The caller decides whose key may sign for whom.
 */
export interface ESignature {
  readonly kind: 'e-imzo' | 'development';
  /** A text to be signed within two minutes, once, to prove possession of a key. */
  challenge(caller: Caller): Promise<{ verdict: 'right'; challenge: string } | Refused>;
  /**
   * The owner of the key that signed a challenge, attached. @param challenge the one that was given to this caller; left out
   * where the caller is known otherwise
   */
  authenticate(
    pkcs7: Buffer,
    caller: Caller,
    challenge?: string,
  ): Promise<{ verdict: 'right'; certificate: CertificateFacts } | Refused>;
  /**
   * A signature just made over exactly `document`, attached or detached.
   * Answers the PKCS#7 to archive: with the document inside and a time stamp where the service gives one.
   */
  accept(
    pkcs7: Buffer,
    document: Buffer,
    caller: Caller,
  ): Promise<{ verdict: 'right'; facts: SignatureFacts; archived: Buffer } | Refused>;
  /** An archived signature once more, as of the time it was made. */
  verify(archived: Buffer, document: Buffer, caller: Caller): Promise<Verified>;
}

export const refused = (reason: SignatureRefusal): Refused => ({ verdict: 'refused', reason });
