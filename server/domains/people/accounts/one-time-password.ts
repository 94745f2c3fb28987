import { randomInt } from 'node:crypto';

/** Without I, O, 0, 1: read over the phone and typed once. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 80 bits in four groups; the first sign-in with it requires another password. */
export function oneTimePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
