import { NumericFormat } from 'react-number-format';
import { formatTiyin, parseSum } from '#shared/money/money.ts';
import { money } from '../../../ui/input-filters/money.ts';

export interface SumFieldProps {
  /** Digits with decimals after a point, without groups; a sum has two at most. */
  value: string;
  onValue: (digits: string) => void;
  placeholder: string;
  disabled?: boolean;
  'aria-invalid'?: boolean;
  'aria-describedby': string;
  'data-testid': string;
}

/** Trillions with their groups, a point and two decimals. */
const MOST_CHARACTERS = 22;

/** The field itself, with its library. Digits beyond two decimals stay in it and are no sum: dropped, they would leave another one. */
export default function GroupedField({ value, onValue, ...rest }: SumFieldProps) {
  return (
    <NumericFormat
      {...rest}
      value={value}
      onValueChange={({ value: typed }, { source }) => {
        // A value given from outside is known there already.
        if (source === 'event') onValue(typed);
      }}
      onPaste={(event) => {
        // The library takes every sign for the decimal one, or leaves it out: the sum would be another one.
        const pasted = event.clipboardData.getData('text');
        if (!/[.,]/.test(pasted)) return;
        event.preventDefault();
        const tiyin = parseSum(money.show(pasted).replace(/\.$/, ''));
        if (tiyin !== null) onValue(formatTiyin(tiyin).replace(/\s/g, ''));
      }}
      valueIsNumericString
      thousandSeparator=" "
      allowedDecimalSeparators={['.', ',']}
      allowNegative={false}
      inputMode="decimal"
      autoComplete="off"
      maxLength={MOST_CHARACTERS}
    />
  );
}
