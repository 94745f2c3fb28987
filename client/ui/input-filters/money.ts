import type { InputFilter } from './filter.ts';
import { isDigit } from './groups.ts';

const NO_BREAK_SPACE = '\u00a0';
const DECIMALS = 2;

/** A sum: groups of three with no-break spaces, a decimal point (a comma becomes one), at most two decimals. */
export const money: InputFilter = {
  show: (text) => {
    const digits = text.replaceAll(',', '.').replace(/[^\d.]/g, '');
    const [whole = '', ...rest] = digits.split('.');
    const sum = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
    if (!digits.includes('.')) return sum;
    return `${sum || '0'}.${rest.join('').slice(0, DECIMALS)}`;
  },
  counts: (character) => isDigit(character) || character === '.' || character === ',',
};
