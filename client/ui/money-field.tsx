import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTiyin, parseSum } from '#shared/money/money.ts';
import type { FormFieldNotes } from './form-field.tsx';
import { FilteredField } from './input-filters/filtered-field.tsx';
import { money } from './input-filters/money.ts';

interface MoneyFieldProps extends FormFieldNotes {
  label: string;
  tiyin: number | null;
  onChange: (tiyin: number | null) => void;
  placeholder?: string;
}

const written = (tiyin: number | null) => (tiyin === null ? '' : formatTiyin(tiyin));
const readTyped = (text: string) => parseSum(text.replace(/\.$/, ''));

/** A sum in UZS with live grouping by three. What is no sum, or could be two, stays as typed with a sentence, and counts as none. */
export function MoneyField({ label, tiyin, onChange, placeholder, problem, error, hint }: MoneyFieldProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(written(tiyin));
  const known = useRef(tiyin);
  useEffect(() => {
    // A sum from outside replaces what is typed; one's own `12.` or `12.50` stays as typed.
    if (tiyin !== known.current) setText(written(tiyin));
    known.current = tiyin;
  }, [tiyin]);

  const take = (next: string) => {
    const sum = readTyped(next);
    setText(next);
    known.current = sum;
    if (sum !== tiyin) onChange(sum);
  };

  const unclear = text !== '' && readTyped(text) === null;
  return (
    <FilteredField
      label={label}
      value={text}
      filter={money}
      onChange={take}
      inputMode="decimal"
      problem={problem}
      error={unclear ? t('input.unclear') : error}
      hint={hint}
      {...(placeholder ? { placeholder } : {})}
    />
  );
}
