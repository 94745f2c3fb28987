/** The digits of a card or an account, of whatever script, however they are set apart; hours and phones have other marks between them. */
export const ACCOUNT_DIGITS = /(?:\p{Nd}[\s\p{Pd}._/|*·•()[\]]{0,3}){16}/u;

/** The text with points in place of such digits. */
export const withoutAccountDigits = (text: string): string =>
  text.replace(new RegExp(ACCOUNT_DIGITS, 'gu'), (digits) => digits.replace(/\p{Nd}/gu, '•'));

/** Would readers find a card or an account to pay to in it? One member of staff alone names none on the site. */
export const hasAccountDigits = (text: string): boolean => ACCOUNT_DIGITS.test(text);
