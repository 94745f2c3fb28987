import type { InputFilter } from './filter.ts';
import { isDigit } from './groups.ts';

/** Digits with one point or comma, as typed: `12,5` and `12.5` both stand. A mark before any digit gets a nought. */
export const decimal: InputFilter = {
  show: (text) => {
    const kept = text.replace(/[^\d.,]/g, '');
    const mark = kept.search(/[.,]/);
    if (mark === -1) return kept;
    const whole = kept.slice(0, mark) || '0';
    return `${whole}${kept[mark]}${kept.slice(mark + 1).replace(/[.,]/g, '')}`;
  },
  counts: (character) => isDigit(character) || character === '.' || character === ',',
};
