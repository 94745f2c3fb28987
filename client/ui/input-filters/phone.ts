import { stripInvisible } from '#shared/text/strip-invisible.ts';
import type { InputFilter } from './filter.ts';
import { digitsOf, groupsOf, isDigit } from './groups.ts';

const HOME = '998';
const HOME_DIGITS = 9;
/** Longest number the world's plan allows, country code included. */
const MOST_DIGITS = 15;
/** Our code once more behind our code that already stood there, as one dials it from here or from abroad. */
const CODE_AGAIN = /^998(?:00)?998(?=\d{9}$)/;

/**
 * `+998 90 123 45 67`; a number without a country code is one of ours, those of other countries begin with `+` or `00`. No digit is
 * dropped: a number that has too many is seen, and refused.
 */
function digitsWithCode(text: string): string {
  const digits = digitsOf(text);
  if (digits === '') return '';
  const international = text.startsWith('+') ? digits : /^00[1-9]/.test(digits) ? digits.slice(2) : null;
  const whole = international ?? (digits.startsWith(HOME) ? digits : `${HOME}${digits}`);
  return whole.replace(CODE_AGAIN, HOME);
}

export const phone: InputFilter = {
  show: (text) => {
    const typed = stripInvisible(text).trim();
    const digits = digitsWithCode(typed);
    if (digits === '') return typed.startsWith('+') ? '+' : '';
    const groups = digits.startsWith(HOME)
      ? [HOME, ...groupsOf(digits.slice(HOME.length), 2, 3, 2, 2)]
      : digits.startsWith('7')
        ? ['7', ...groupsOf(digits.slice(1), 3, 3, 2, 2)]
        : groupsOf(digits, 3);
    return `+${groups.join(' ')}`;
  },
  counts: (character) => isDigit(character) || character === '+',
};

/** As dialled: `+998901234567`; empty when there are no digits. */
export function dialled(shown: string): string {
  const digits = digitsOf(shown);
  return digits === '' ? '' : `+${digits}`;
}

/** True for a whole number: nine digits behind our code, eight to fifteen in all for others. */
export function isWholePhone(shown: string): boolean {
  const digits = digitsOf(shown);
  if (digits.startsWith(HOME)) return digits.length === HOME.length + HOME_DIGITS;
  return digits.length >= 8 && digits.length <= MOST_DIGITS;
}
