import { useId, type ReactNode, type SelectHTMLAttributes } from 'react';
import { useProblem } from './form.tsx';
import css from './field.module.css';

/** What is said below a control. */
export interface FieldNotes {
  /** What is wrong with what is typed: its form is not sent, and shows it once somebody has tried. */
  problem?: string | null | undefined;
  /** Shown at once, and no obstacle: what was answered to what was sent. */
  error?: string | null | undefined;
  hint?: string | undefined;
}

/** What ties a control to its label and note. */
export interface ControlIds {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

interface FieldProps extends FieldNotes {
  label: string;
  children: (ids: ControlIds) => ReactNode;
}

/** A label with its control, hint and error, wired for screen readers. */
export function Field({ label, problem, error, hint, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const shown = useProblem(problem);
  const wrong = error ?? shown;
  const note = wrong ?? hint;
  return (
    <div className={css.field} data-invalid={Boolean(wrong)}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: css.control ?? '',
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': Boolean(wrong),
      })}
      {note ? (
        <p id={noteId} className={css.note} role={wrong ? 'alert' : undefined}>
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
