import { readNumber } from '../text/read-number.ts';
import { APOSTROPHES, stripInvisible } from '../text/strip-invisible.ts';

/** 1 UZS = 100 tiyin; money is an integer number of tiyin everywhere inside. */
export const TIYIN_PER_SUM = 100;

const MAX = Number.MAX_SAFE_INTEGER;
const NO_BREAK_SPACE = '\u00a0';

const BETWEEN_GROUPS = new RegExp(`[\\s${APOSTROPHES}]`, 'g');

/** `1 234 567.89` with no-break spaces; tiyin hidden when zero. @param tiyin integer, may be negative */
export function formatTiyin(tiyin: number): string {
  if (!Number.isSafeInteger(tiyin)) throw new RangeError('money is a whole number of tiyin');
  const size = Math.abs(tiyin);
  const sum = String(Math.floor(size / TIYIN_PER_SUM)).replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
  const rest = size % TIYIN_PER_SUM;
  return `${tiyin < 0 ? '−' : ''}${sum}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}

/** formatTiyin with the currency: `1 234 567.89 UZS`. */
export const formatMoney = (tiyin: number): string => `${formatTiyin(tiyin)}${NO_BREAK_SPACE}UZS`;

/**
 * A sum as written by people, in tiyin: spaces, apostrophes, points or commas between groups, at most two decimals. Null when
 * it is none, can be read in two ways ("1,250") or is beyond 2^53−1 tiyin.
 */
export function parseSum(text: string): number | null {
  const number = readNumber(stripInvisible(text).replace(BETWEEN_GROUPS, ''));
  if (!number || number.fraction === '' || (number.fraction ?? '').length > 2) return null;
  const tiyin = Number(`${number.whole}${(number.fraction ?? '').padEnd(2, '0')}`);
  return Number.isSafeInteger(tiyin) && tiyin <= MAX ? tiyin : null;
}

/** UZS with at most two decimals, for the calls that are specified so (`user/balance`). */
export const tiyinToSum = (tiyin: number): number => Number((tiyin / TIYIN_PER_SUM).toFixed(2));
