import { FilteredField, type FilteredFieldProps } from './filtered-field.tsx';
import type { InputFilter } from './filter.ts';
import { digitsOf, groupsOf, isDigit } from './groups.ts';

type FieldProps = Omit<FilteredFieldProps, 'filter' | 'onChange'> & { onChange: (text: string) => void };

const ACCOUNT_DIGITS = 20;

/** Digits alone, as many as the number has: PINFL, STIR, MFO. */
const digits = (most: number): InputFilter => ({
  show: (text) => digitsOf(text).slice(0, most),
  counts: isDigit,
});
const DIGITS = new Map<number, InputFilter>();

function digitsFilter(most: number): InputFilter {
  const known = DIGITS.get(most) ?? digits(most);
  DIGITS.set(most, known);
  return known;
}

/** `20208 000 9 00123456 001`: a settlement account in the groups it is printed in. */
export const bankAccount: InputFilter = {
  show: (text) => {
    const all = digitsOf(text).slice(0, ACCOUNT_DIGITS);
    return groupsOf(all, 5, 3, 1, 8, 3).join(' ');
  },
  counts: isDigit,
};

/** A number of a fixed length. */
export function DigitsField({ most, ...rest }: FieldProps & { most: number }) {
  return <FilteredField inputMode="numeric" {...rest} filter={digitsFilter(most)} />;
}

/** A settlement account; its digits are `digitsOf` the value. */
export function BankAccountField(props: FieldProps) {
  return <FilteredField inputMode="numeric" {...props} filter={bankAccount} />;
}
