import { CalendarDays } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PatternFormat } from 'react-number-format';
import { dayText } from '#shared/time/tashkent.ts';
import { FormField, type FormFieldNotes } from './form-field.tsx';
import css from './date-field.module.css';

interface DateFieldProps extends Pick<FormFieldNotes, 'problem' | 'error'> {
  label: string;
  /** YYYY-MM-DD, or null. */
  value: string | null;
  onChange: (value: string | null) => void;
}

const written = (value: string | null) => (value ? dayText(value) : '');

/** `21.11.2026` as YYYY-MM-DD; null for a day no calendar has. */
function readTypedDate(text: string): string | null {
  const match = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text);
  if (!match) return null;
  const value = `${match[3]}-${match[2]}-${match[1]}`;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : null;
}

/** A day typed as DD.MM.YYYY in every language, or picked in the system's calendar. */
export function DateField({ label, value, onChange, problem, error }: DateFieldProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(written(value));
  const [left, setLeft] = useState(false);
  const calendar = useRef<HTMLInputElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    // A value that came from outside replaces what is typed; one's own half-typed date stays.
    if (value !== shown.current) setText(written(value));
    shown.current = value;
  }, [value]);

  const take = (next: string) => {
    setText(next);
    const day = readTypedDate(next);
    if (day === shown.current) return;
    shown.current = day;
    onChange(day);
  };
  const wrong = left && text !== '' && readTypedDate(text) === null;

  return (
    <FormField label={label} problem={problem} error={wrong ? t('date.wrong') : error}>
      {(ids) => (
        <div className={css.box}>
          <PatternFormat
            {...ids}
            format="##.##.####"
            value={text}
            placeholder={t('date.pattern')}
            inputMode="numeric"
            autoComplete="off"
            onValueChange={({ formattedValue }, { source }) => {
              if (source === 'event') take(formattedValue.trim());
            }}
            onFocus={() => setLeft(false)}
            onBlur={() => setLeft(true)}
          />
          <input
            ref={calendar}
            type="date"
            className={css.native}
            tabIndex={-1}
            aria-hidden
            value={value ?? ''}
            onChange={(event) => take(written(event.target.value || null))}
          />
          <button
            type="button"
            className={css.open}
            aria-label={t('date.calendar', { label })}
            onClick={() => calendar.current?.showPicker?.()}
          >
            <CalendarDays size={18} aria-hidden />
          </button>
        </div>
      )}
    </FormField>
  );
}
