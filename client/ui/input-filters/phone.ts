import type { InputFilter } from './filter.ts';
import { digitsOf, groupsOf, isDigit } from './groups.ts';

const HOME = '998';
const HOME_DIGITS = 9;
/** Longest number the world's plan allows, country code included. */
const MOST_DIGITS = 15;

/** `+998 90 123 45 67`; a number without a country code is one of ours, other countries begin with `+`. */
function digitsWithCode(text: string): string {
  const digits = digitsOf(text);
  if (digits === '') return '';
  const whole = text.trimStart().startsWith('+') || digits.startsWith(HOME) ? digits : `${HOME}${digits}`;
  if (!whole.startsWith(HOME)) return whole.slice(0, MOST_DIGITS);
  const own = whole.slice(HOME.length);
  // Someone typed the code that already stood there.
  const national = own.length > HOME_DIGITS && own.startsWith(HOME) ? own.slice(HOME.length) : own;
  return `${HOME}${national.slice(0, HOME_DIGITS)}`;
}

export const phone: InputFilter = {
  show: (text) => {
    const digits = digitsWithCode(text);
    if (digits === '') return text.trim().startsWith('+') ? '+' : '';
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
