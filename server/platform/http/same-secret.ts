import { createHash, timingSafeEqual } from 'node:crypto';

/** Constant-time comparison, independent of the position of a difference and of the right length. */
export function sameSecret(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}
