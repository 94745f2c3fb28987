export const REVOCATION_FORMAT = 'savdo-key-revocation-1';

/** In the transparency log: a former key that somebody else may have, signed with the key that took its place. */
export interface KeyRevocation {
  /** Of the revoked key. */
  keyId: string;
  /** Its signatures count under the first so many leaves of the log alone. */
  trustedLogSize: number;
}
