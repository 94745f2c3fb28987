import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../field.tsx';
import css from './code-dialog.module.css';

export const CODE_DIGITS = 6;

interface CodeFieldProps {
  value: string;
  onChange: (digits: string) => void;
  error: string | null;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Six digits from an SMS or a letter: the phone offers them by itself, spaces of a pasted code are left out. */
export function CodeField({ value, onChange, error, disabled = false, ref }: CodeFieldProps) {
  const { t } = useTranslation('ui');
  return (
    <Field label={t('code.label')} error={error}>
      {({ id, describedBy, className }) => (
        <input
          ref={ref}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error !== null}
          className={`${className} ${css.digits}`}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="······"
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, CODE_DIGITS))}
        />
      )}
    </Field>
  );
}
