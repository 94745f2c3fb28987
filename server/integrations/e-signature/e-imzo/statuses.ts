import type { SignatureRefusal } from '#shared/api/signatures.ts';

/** What E-IMZO-SERVER means by a status below 1, when it checks a signed challenge. */
export const OF_AUTH: Readonly<Record<number, SignatureRefusal>> = {
  [-1]: 'status-check-failed',
  [-5]: 'clock-wrong',
  [-10]: 'signature-invalid',
  [-11]: 'certificate-invalid',
  [-12]: 'certificate-not-valid-then',
  [-20]: 'challenge-expired',
};

/** And when it checks a signed document: from −20 on the same of the time stamp. */
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
