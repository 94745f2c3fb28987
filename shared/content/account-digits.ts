import { plainDigits } from '../text/plain-digits.ts';

/** The digits of a card or an account, of whatever script, however they are set apart; hours and phones have other marks between them. */
const ACCOUNT_DIGITS = /(?:\p{Nd}[\s\p{Pd}._/|*·•()[\]]{0,3}){16}/gu;

/** Sixteen digits and more with any marks between them: those of a card, or a list of years, sums or hours. */
const LOOSE_DIGITS = /\p{Nd}(?:[^\p{L}\p{N}]{0,4}\p{Nd}){15,}/gu;
const CARD_LENGTH = 16;
/** Of Visa, Mastercard, UnionPay, Uzcard, Humo and Mir: no phone with its country, no year and few days begin so. */
const CARD_BEGINNING = /^(?:[45]|6[2-7]|8600|9860|220[0-4])/;
/** A place in the country, and a sum with its tiyin. */
const NO_CARD =
  /(?<!\d)(?:(?:3[7-9]|4[0-5])\.\d{4,}[,; ]{1,2}(?:5[6-9]|6\d|7[0-3])\.\d{4,}|\d{1,3}(?: \d{3})+,\d\d)(?!\d)/g;

/** As it is read: browsers show several spaces and line breaks as one space. */
const asRead = (text: string): string => plainDigits(text).replace(/\s+/gu, ' ');

/** Scripts have their ten digits one after the other, from zero on. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Has it the check digit of ISO/IEC 7812 (Luhn)? */
function isCard(digits: string): boolean {
  if (digits.length !== CARD_LENGTH || !CARD_BEGINNING.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, at) => {
    const weighed = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

/** Are whole groups of these digits, one after the other, the number of a card? */
function hasCard(run: string): boolean {
  const groups = run.split(/\P{Nd}+/u).map((group) => group.replace(/\p{Nd}/gu, asciiDigit));
  return groups.some((_, from) => {
    let digits = '';
    for (let at = from; at < groups.length && digits.length < CARD_LENGTH; at += 1) digits += groups[at]!;
    return isCard(digits);
  });
}

const masked = (digits: string): string => digits.replace(/\p{Nd}/gu, '•');

/** Would readers find a card or an account to pay to in it? One member of staff alone names none on the site. */
export function hasAccountDigits(text: string): boolean {
  const read = asRead(text);
  if (read.search(ACCOUNT_DIGITS) !== -1) return true;
  return [...read.replace(NO_CARD, 'x').matchAll(LOOSE_DIGITS)].some(([run]) => hasCard(run));
}

/** The text with points in place of such digits; unchanged where it has none. */
export const withoutAccountDigits = (text: string): string =>
  hasAccountDigits(text)
    ? asRead(text)
        .replace(ACCOUNT_DIGITS, masked)
        .replace(LOOSE_DIGITS, (run) => (hasCard(run) ? masked(run) : run))
    : text;
