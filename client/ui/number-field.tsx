import { useEffect, useRef, useState } from 'react';
import { decimal } from '#client/ui/input-filters/decimal.ts';
import { FilteredField } from '#client/ui/input-filters/filtered-field.tsx';
import type { InputFilter } from '#client/ui/input-filters/filter.ts';
import { DigitsField } from '#client/ui/input-filters/numbers.tsx';

interface NumberFieldProps {
  label: string;
  value: number | undefined;
  /** Null: nothing is written. */
  onChange: (value: number | null) => void;
  error?: string | null;
  hint?: string;
  /** Digits of the longest number. */
  most?: number;
}

/** A whole number. */
export function WholeField({ value, onChange, most = 9, ...rest }: NumberFieldProps) {
  return (
    <DigitsField
      {...rest}
      most={most}
      value={value === undefined ? '' : String(value)}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
    />
  );
}

/** Floors below ground and frosts have a sign. */
const signed: InputFilter = {
  show: (text) => `${/^[-−]/.test(text) ? '-' : ''}${decimal.show(text)}`,
  counts: (character) => character === '-' || decimal.counts(character),
};

const written = (value: number | undefined) => (value === undefined ? '' : String(value));

/** Undefined while nothing but a sign is written. */
function readTyped(text: string): number | undefined {
  const number = Number(text.replace(',', '.').replace(/\.$/, ''));
  return text === '' || text === '-' || Number.isNaN(number) ? undefined : number;
}

/** A number with a point or comma; one's own `12.` or `12,50` stays as typed. */
export function FractionField({ value, onChange, most = 15, ...rest }: NumberFieldProps) {
  const [text, setText] = useState(written(value));
  const known = useRef(value);
  useEffect(() => {
    if (value !== known.current) setText(written(value));
    known.current = value;
  }, [value]);
  return (
    <FilteredField
      {...rest}
      filter={signed}
      inputMode="decimal"
      maxLength={most}
      value={text}
      onChange={(next) => {
        setText(next);
        const number = readTyped(next);
        if (number === known.current) return;
        known.current = number;
        onChange(number ?? null);
      }}
    />
  );
}
