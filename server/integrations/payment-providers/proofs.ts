import { createHash, timingSafeEqual } from 'node:crypto';

/** Equal texts, in a time that tells nothing of where they differ or how long the right one is. */
export function sameSecret(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

/** Does an Authorization header carry this login and password (HTTP Basic)? */
export function isBasic(header: string | undefined, login: string, password: string): boolean {
  const [scheme, code] = (header ?? '').split(' ', 2);
  const given = Buffer.from(code ?? '', 'base64').toString('utf8');
  // Compared whole even when the scheme is another one.
  return sameSecret(given, `${login}:${password}`) && scheme?.toLowerCase() === 'basic';
}
