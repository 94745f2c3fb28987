import type { InputHTMLAttributes } from 'react';
import { money } from '../../ui/input-filters/money.ts';
import { useFilteredInput } from '../../ui/input-filters/use-filtered-input.ts';

interface SumFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** As it stands in the field, grouped. */
  value: string;
  onValue: (text: string) => void;
}

/** Trillions with their groups, a point and two decimals. */
const MOST_CHARACTERS = 22;

/** A sum in UZS, grouped while it is typed. */
export function SumField({ value, onValue, ...rest }: SumFieldProps) {
  const input = useFilteredInput(money, value, onValue);
  return <input inputMode="decimal" autoComplete="off" maxLength={MOST_CHARACTERS} {...rest} {...input} />;
}
