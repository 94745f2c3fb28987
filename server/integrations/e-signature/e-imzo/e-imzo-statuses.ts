import type { SignatureRefusal } from '#shared/api/cabinet/signatures.ts';

/** Meaning of E-IMZO-SERVER's statuses below 1 in the check of a signed challenge. */
export const OF_AUTH: Readonly<Record<number, SignatureRefusal>> = {
  [-1]: 'status-check-failed',
  [-5]: 'clock-wrong',
  [-10]: 'signature-invalid',
  [-11]: 'certificate-invalid',
  [-12]: 'certificate-not-valid-then',
  [-20]: 'challenge-expired',
};

/** The same for a signed document; from −20 on for its time stamp. */
export const OF_DOCUMENT: Readonly<Record<number, SignatureRefusal>> = {
  [-1]: 'status-check-failed',
  [-10]: 'signature-invalid',
  [-11]: 'certificate-invalid',
  [-12]: 'certificate-not-valid-then',
  [-20]: 'timestamp-status-check-failed',
  [-21]: 'timestamp-signature-invalid',
  [-22]: 'timestamp-certificate-invalid',
  [-23]: 'timestamp-not-valid-then',
};
