import type { InputFilter } from './filter.ts';
import { isDigit } from './groups.ts';

/** Digits with one point or comma, as typed: `12,5` and `12.5` are both valid. A mark before any digit gets a zero. */
export const decimal: InputFilter = {
  show: (text) => {
    const digits = text.replace(/[^\d.,]/g, '');
    const mark = digits.search(/[.,]/);
    if (mark === -1) return digits;
    const whole = digits.slice(0, mark) || '0';
    return `${whole}${digits[mark]}${digits.slice(mark + 1).replace(/[.,]/g, '')}`;
  },
  counts: (character) => isDigit(character) || character === '.' || character === ',',
};
