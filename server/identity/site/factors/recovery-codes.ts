import { createHash, randomInt } from 'node:crypto';

/** So many are made at once; each works once. */
export const RECOVERY_CODES = 10;

/** Without letters and digits that look alike. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const LENGTH = 16;
const GROUP = 4;

/** 78 random bits, written in groups: "K7QM-2XWD-9RTB-HJ4N". */
export function newRecoveryCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)] ?? '').join('');
  return signs.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? signs;
}

/** A typed code without spaces, hyphens and case; null: it cannot be one. */
export function parseRecoveryCode(typed: string): string | null {
  const signs = typed.toUpperCase().replace(/[\s-]/g, '');
  return signs.length === LENGTH && [...signs].every((sign) => SIGNS.includes(sign)) ? signs : null;
}

/** What is stored of a code. It is random, so that a plain digest is as hard to reverse as a slow one. */
export const recoveryHash = (accountId: string, code: string): string =>
  createHash('sha256')
    .update(`${accountId}:${code.replaceAll('-', '')}`)
    .digest('base64url');
