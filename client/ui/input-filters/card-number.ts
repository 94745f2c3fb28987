import type { InputFilter } from './filter.ts';
import { digitsOf, groupsOf, isDigit } from './groups.ts';

const CARD_DIGITS = 16;

/** Card number: sixteen digits in groups of four. */
export const cardNumber: InputFilter = {
  show: (text) => groupsOf(digitsOf(text).slice(0, CARD_DIGITS), 4).join(' '),
  counts: isDigit,
};
