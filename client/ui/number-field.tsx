import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readNumber } from '#shared/text/read-number.ts';
import type { FormFieldNotes } from '#client/ui/form-field.tsx';
import { decimal } from '#client/ui/input-filters/decimal.ts';
import { FilteredField } from '#client/ui/input-filters/filtered-field.tsx';
import type { InputFilter } from '#client/ui/input-filters/filter.ts';

interface NumberFieldProps extends FormFieldNotes {
  label: string;
  value: number | undefined;
  /** Null: nothing is written, or nothing that is one number. */
  onChange: (value: number | null) => void;
  /** Characters of the longest number. */
  most?: number;
}

/** Floors below ground and frosts have a sign. */
const signed: InputFilter = {
  show: (text) => `${/^[-−]/.test(text) ? '-' : ''}${decimal.show(text)}`,
  counts: (character) => character === '-' || decimal.counts(character),
};

const written = (value: number | undefined) => (value === undefined ? '' : String(value));

function readFraction(text: string): number | undefined {
  const sign = text.startsWith('-') ? '-' : '';
  const number = readNumber(text.slice(sign.length));
  return number ? Number(`${sign}${number.whole}.${number.fraction ?? ''}0`) : undefined;
}

function readWhole(text: string): number | undefined {
  const number = readNumber(text);
  return number?.fraction === null ? Number(number.whole) : undefined;
}

type TypedNumberProps = NumberFieldProps & {
  most: number;
  filter: InputFilter;
  inputMode: 'numeric' | 'decimal';
  read: (text: string) => number | undefined;
};

/** A number as typed: one's own `12.` or `12,50` stays; what is none stays too, with a sentence, and counts as nothing. */
function TypedNumber({ value, onChange, most, error, read, ...rest }: TypedNumberProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(written(value));
  const known = useRef(value);
  useEffect(() => {
    if (value !== known.current) setText(written(value));
    known.current = value;
  }, [value]);
  const numberOf = (typed: string) => (typed.length > most ? undefined : read(typed));
  const begun = text === '' || text === '-';
  return (
    <FilteredField
      {...rest}
      value={text}
      error={error ?? (begun || numberOf(text) !== undefined ? null : t('input.unclear'))}
      onChange={(next) => {
        setText(next);
        const number = numberOf(next);
        if (number === known.current) return;
        known.current = number;
        onChange(number ?? null);
      }}
    />
  );
}

/** A whole number. */
export function WholeField({ most = 9, ...rest }: NumberFieldProps) {
  return <TypedNumber {...rest} most={most} inputMode="numeric" filter={decimal} read={readWhole} />;
}

/** A number with a point or comma. */
export function FractionField({ most = 15, ...rest }: NumberFieldProps) {
  return <TypedNumber {...rest} most={most} inputMode="decimal" filter={signed} read={readFraction} />;
}
