import { useTranslation } from 'react-i18next';
import { FilteredField, type FilteredFieldProps } from './filtered-field.tsx';
import type { InputFilter } from './filter.ts';
import { digitsOf, groupsOf, isDigit } from './groups.ts';

type FieldProps = Omit<FilteredFieldProps, 'filter' | 'onChange'> & { onChange: (text: string) => void };

/** Digits alone. */
const digits: InputFilter = { show: digitsOf, counts: isDigit };

/** `20208 000 9 00123456 001`: a settlement account in the groups it is printed in. */
export const bankAccount: InputFilter = {
  show: (text) => groupsOf(digitsOf(text), 5, 3, 1, 8, 3).join(' '),
  counts: isDigit,
};

/** A number that has so many digits at most: PINFL, STIR, MFO. More of them stay, so that they are seen and refused. */
export function DigitsField({ most, error, ...rest }: FieldProps & { most: number }) {
  const { t } = useTranslation('ui');
  const long = rest.value.length > most ? t('input.long', { count: most }) : null;
  return <FilteredField inputMode="numeric" {...rest} error={error ?? long} filter={digits} />;
}

/** A settlement account; its digits are `digitsOf` the value. */
export function BankAccountField(props: FieldProps) {
  return <FilteredField inputMode="numeric" {...props} filter={bankAccount} />;
}
