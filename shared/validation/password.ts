export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

export type PasswordProblem = 'short' | 'long' | 'common' | 'personal' | 'plain';

/** What people here begin with; digits and signs behind it make it no better. */
const STEMS = new Set([
  'parol',
  'password',
  'qwerty',
  'savdo',
  'toshkent',
  'tashkent',
  'uzbekistan',
  'ozbekiston',
]);

/**
 * What is wrong with a chosen password, or null. Length is what protects, so no recipe of character kinds is asked; refused
 * are the first guesses: the most used passwords, a common word with digits behind it, one repeated character, and the
 * person's own phone or e-mail.
 * @param common the most used passwords in lower case: most-used-passwords.json, those of @zxcvbn-ts/language-common (MIT) that
 * are long enough. Given by the caller, so that a page loads the list only when a password is chosen.
 */
export function problemOfPassword(
  password: string,
  personal: { phone?: string; email?: string } = {},
  common: ReadonlySet<string> = new Set(),
): PasswordProblem | null {
  if ([...password].length < PASSWORD_MIN) return 'short';
  if (password.length > PASSWORD_MAX) return 'long';
  const lower = password.toLowerCase();
  if (common.has(lower) || STEMS.has(lower.replace(/[^\p{L}]+$/u, ''))) return 'common';
  if (new Set(lower).size < 3) return 'plain';
  const phone = personal.phone?.replace(/\D/g, '').slice(-9);
  const local = personal.email?.split('@')[0]?.toLowerCase();
  if (phone && lower.replace(/\D/g, '').includes(phone)) return 'personal';
  if (local && local.length >= 4 && lower.includes(local)) return 'personal';
  return null;
}
