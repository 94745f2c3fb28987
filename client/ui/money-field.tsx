import { NumericFormat } from 'react-number-format';
import { formatTiyin, parseSum } from '#shared/money/money.ts';
import { Field } from './field.tsx';

interface MoneyFieldProps {
  label: string;
  tiyin: number | null;
  onChange: (tiyin: number | null) => void;
  placeholder?: string;
}

/** A sum in UZS with live grouping by three. */
export function MoneyField({ label, tiyin, onChange, placeholder }: MoneyFieldProps) {
  return (
    <Field label={label}>
      {({ id, className }) => (
        <NumericFormat
          id={id}
          className={className}
          value={tiyin === null ? '' : formatTiyin(tiyin).replaceAll('\u00a0', '')}
          valueIsNumericString
          thousandSeparator={'\u00a0'}
          decimalSeparator="."
          allowedDecimalSeparators={[',', '.']}
          decimalScale={2}
          allowNegative={false}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          isAllowed={({ value }) => value === '' || parseSum(value.replace(/\.$/, '')) !== null}
          onValueChange={({ value }, { source }) => {
            if (source === 'event') onChange(value === '' ? null : parseSum(value.replace(/\.$/, '')));
          }}
        />
      )}
    </Field>
  );
}
