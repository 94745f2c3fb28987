import { createHmac } from 'node:crypto';

/** Hashes a STIR or PINFL for storage. */
export interface PersonalIdHash {
  of(kind: 'stir' | 'pinfl', value: string): string;
  /** Fingerprint of the key: entries made with another key could never be found, which must be noticed. */
  keyCheck: string;
  /** The key before, while entries made with it are still there; null: none. */
  previous: Omit<PersonalIdHash, 'previous'> | null;
}

/**
 * Keyed, because the numbers are few enough for brute force against a plain hash.
 * @param secret must not change as long as entries exist, unless the one before is given
 * @param previous entries made with it are found and move to `secret` when their number is seen
 */
export function createPersonalIdHash(secret: string, previous: string | null = null): PersonalIdHash {
  const key = createHmac('sha256', secret).update('personal ids of barred people').digest();
  const hash = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  return {
    of: (kind, value) => hash(`${kind}:${value}`),
    keyCheck: hash('check').slice(0, 16),
    previous: previous === null || previous === secret ? null : createPersonalIdHash(previous),
  };
}
