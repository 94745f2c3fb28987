export interface WrittenNumber {
  /** Digits before the decimal sign, `0` where none are written. */
  whole: string;
  /** Digits behind it; null: there is no decimal sign. */
  fraction: string | null;
}

const DIGITS = /^\d+$/;
const ONE_SIGN = /^(\d*)[.,](\d*)$/;
/** Two signs or more, all the same: `1,250,000`. */
const THOUSANDS = /^\d{1,3}(?=([.,]))(?:\1\d{3}){2,}$/;
/** `1,250,000.50` and `1.250.000,50`. */
const THOUSANDS_AND_SIGN = /^(\d{1,3}(?=([.,]))(?:\2\d{3})+)(?!\2)[.,](\d*)$/;

/**
 * A number of digits, points and commas as people write it. Null for what is none, and for what can be read in two ways: of three
 * digits behind a single sign ("1,250") no one can tell whether they are a fraction.
 */
export function readNumber(text: string): WrittenNumber | null {
  if (DIGITS.test(text)) return { whole: text, fraction: null };
  const [, whole, fraction] = ONE_SIGN.exec(text) ?? [];
  if (whole !== undefined && fraction !== undefined) {
    const thousands = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;
    return thousands ? null : { whole: whole || '0', fraction };
  }
  if (THOUSANDS.test(text)) return { whole: text.replace(/[.,]/g, ''), fraction: null };
  const [, groups, , behind] = THOUSANDS_AND_SIGN.exec(text) ?? [];
  return groups === undefined || behind === undefined
    ? null
    : { whole: groups.replace(/[.,]/g, ''), fraction: behind };
}
