import { createHmac } from 'node:crypto';

/** Makes of a STIR or PINFL what is stored instead of it. */
export interface PersonalIdHash {
  of(kind: 'stir' | 'pinfl', value: string): string;
  /** Names the key without telling it: entries of another key would never be found, which must be noticed. */
  keyCheck: string;
}

/**
 * Keyed, because the numbers are few enough to try them all against a plain hash.
 * @param secret kept for as long as the entries are
 */
export function createPersonalIdHash(secret: string): PersonalIdHash {
  const key = createHmac('sha256', secret).update('personal ids of barred people').digest();
  const hash = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  return { of: (kind, value) => hash(`${kind}:${value}`), keyCheck: hash('check').slice(0, 16) };
}
