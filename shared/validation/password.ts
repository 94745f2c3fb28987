export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export type PasswordProblem = 'short' | 'long' | 'common' | 'personal' | 'plain';

/** The first guesses of every attacker that are long enough for the rule above. */
const COMMON = new Set([
  '12345678',
  '123456789',
  '1234567890',
  'password',
  'password1',
  'qwerty123',
  'qwertyuiop',
  '1q2w3e4r',
  'iloveyou',
  'parol123',
  'toshkent',
  'tashkent',
  'uzbekistan',
  'ozbekiston',
]);

/**
 * What is wrong with a chosen password, or null. Length is what protects, so no recipe of character kinds is asked;
 * refused are the first guesses: common words, one repeated character, and the person's own phone or e-mail.
 */
export function problemOfPassword(
  password: string,
  personal: { phone?: string; email?: string } = {},
): PasswordProblem | null {
  if ([...password].length < PASSWORD_MIN) return 'short';
  if (password.length > PASSWORD_MAX) return 'long';
  const lower = password.toLowerCase();
  if (COMMON.has(lower)) return 'common';
  if (new Set(lower).size < 3) return 'plain';
  const phone = personal.phone?.replace(/\D/g, '').slice(-9);
  const local = personal.email?.split('@')[0]?.toLowerCase();
  if (phone && lower.replace(/\D/g, '').includes(phone)) return 'personal';
  if (local && local.length >= 4 && lower.includes(local)) return 'personal';
  return null;
}
