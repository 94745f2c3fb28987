import { createHash, timingSafeEqual } from 'node:crypto';

/** Constant-time comparison, independent of the position of a difference and of the right length. */
export function sameSecret(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

/** Whether an Authorization header has this login and password (HTTP Basic). */
export function isBasic(header: string | undefined, login: string, password: string): boolean {
  const [scheme, code] = (header ?? '').split(' ', 2);
  const given = Buffer.from(code ?? '', 'base64').toString('utf8');
  // Compared in full even if the scheme differs.
  return sameSecret(given, `${login}:${password}`) && scheme?.toLowerCase() === 'basic';
}
