import { readNumber } from '#shared/text/read-number.ts';
import type { InputFilter } from './filter.ts';
import { isDigit } from './groups.ts';

const NO_BREAK_SPACE = '\u00a0';
const DECIMALS = 2;

/**
 * A sum: groups of three with no-break spaces, a decimal point (a comma becomes one), at most two decimals. What is no such
 * sum, or could be two, stays as typed, so that it is seen and refused.
 */
export const money: InputFilter = {
  show: (text) => {
    const typed = text.replace(/[^\d.,]/g, '');
    const number = readNumber(typed);
    if (!number || (number.fraction ?? '').length > DECIMALS) return typed;
    const sum = number.whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
    return number.fraction === null ? sum : `${sum}.${number.fraction}`;
  },
  counts: (character) => isDigit(character) || character === '.' || character === ',',
};
