import type { InputFilter } from './filter.ts';
import { digitsOf, groupsOf, isDigit } from './groups.ts';

/** Card number: digits in groups of four. More than sixteen stay, so that they are seen and refused. */
export const cardNumber: InputFilter = {
  show: (text) => groupsOf(digitsOf(text), 4).join(' '),
  counts: isDigit,
};
