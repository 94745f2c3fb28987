import { NumericFormat } from 'react-number-format';

export interface SumFieldProps {
  /** Digits with at most two decimals after a point, without groups. */
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

/** A sum that ends with a decimal comma. */
const WITH_COMMA = /^(.*),(\d{1,2})$/;

/** The field itself, with its library. */
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
        // The library leaves a pasted comma out: the sum would be ten or a hundred times as much.
        const [, whole, decimals] = WITH_COMMA.exec(event.clipboardData.getData('text').trim()) ?? [];
        if (whole === undefined) return;
        event.preventDefault();
        onValue(`${whole.replace(/\D/g, '')}.${decimals}`);
      }}
      valueIsNumericString
      thousandSeparator=" "
      allowedDecimalSeparators={['.', ',']}
      decimalScale={2}
      allowNegative={false}
      inputMode="decimal"
      autoComplete="off"
      maxLength={MOST_CHARACTERS}
    />
  );
}
