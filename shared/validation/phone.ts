import { stripInvisible } from '../text/strip-invisible.ts';

/**
 * A phone of Uzbekistan in the form we store, `+998` and nine digits; null when it is none.
 * Accepts what people type and paste: spaces, brackets, dashes, invisible marks, with or without the plus, the 00 of calls
 * from abroad or the country code.
 * Prefixes are not checked: operators get new ones faster than lists follow.
 */
export function parsePhone(text: string): string | null {
  const typed = stripInvisible(text).trim();
  if (!/^\+?[\d\s().-]+$/.test(typed)) return null;
  const international = typed.startsWith('+');
  const digits = typed.replace(/\D/g, '').replace(international ? '' : /^00(?=998)/, '');
  if (/^998\d{9}$/.test(digits)) return `+${digits}`;
  return /^\d{9}$/.test(digits) && !international ? `+998${digits}` : null;
}

/** `+998 90 123-45-67`; anything else comes back unchanged. */
export function showPhone(phone: string): string {
  const parts = /^\+998(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(phone);
  return parts ? `+998 ${parts[1]} ${parts[2]}-${parts[3]}-${parts[4]}` : phone;
}

/** `+998 90 •••-••-67`: for everyone but its owner and operators. */
export function maskPhone(phone: string): string {
  const parts = /^\+998(\d{2})\d{5}(\d{2})$/.exec(phone);
  return parts ? `+998 ${parts[1]} •••-••-${parts[2]}` : '•••';
}
