import { useId, type ReactNode, type SelectHTMLAttributes } from 'react';
import css from './field.module.css';

/** What is said below a control. */
export interface FieldNotes {
  /** Shown at once: what was answered to what was sent. */
  error?: string | null | undefined;
  hint?: string | undefined;
}

/** What ties a control to its label and note. */
interface ControlIds {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

export interface FieldProps extends FieldNotes {
  label: string;
  children: (ids: ControlIds) => ReactNode;
}

/** A label with its control, hint and error, wired for screen readers. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={css.field} data-invalid={Boolean(error)}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: css.control ?? '',
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': Boolean(error),
      })}
      {note ? (
        <p id={noteId} className={css.note} role={error ? 'alert' : undefined}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

/** The system's own list: quickest on a phone and in every screen reader. */
export function SelectField({ label, value, onChange, options, ...rest }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <select {...ids} value={value} onChange={(event) => onChange(event.target.value)} {...rest}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
