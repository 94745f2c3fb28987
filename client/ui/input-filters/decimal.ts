import { readNumber } from '#shared/text/read-number.ts';
import type { InputFilter } from './filter.ts';
import { isDigit } from './groups.ts';

/**
 * Digits with one point or comma, as typed: `12,5` and `12.5` are both valid. A sign before any digit gets a zero, those of
 * thousands go; what is no number stays as typed, so that it is seen and refused.
 */
export const decimal: InputFilter = {
  show: (text) => {
    const typed = text.replace(/[^\d.,]/g, '');
    const number = readNumber(typed);
    if (!number) return typed;
    const { whole, fraction } = number;
    return fraction === null ? whole : `${whole}${typed.at(-1 - fraction.length)}${fraction}`;
  },
  counts: (character) => isDigit(character) || character === '.' || character === ',',
};
