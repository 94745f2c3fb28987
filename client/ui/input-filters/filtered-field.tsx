import type { InputHTMLAttributes } from 'react';
import { useState } from 'react';
import { Field } from '../field.tsx';
import type { InputFilter } from './filter.ts';
import { useFilteredInput } from './use-filtered-input.ts';

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'autoComplete' | 'placeholder' | 'maxLength' | 'onBlur' | 'required' | 'name' | 'type'
>;

export interface FilteredFieldProps extends Attributes {
  label: string;
  /** Shown text, already filtered. */
  value: string;
  /** The new shown text, and what was typed for it. */
  onChange: (text: string, typed: string) => void;
  filter: InputFilter;
  error?: string | null | undefined;
  hint?: string;
}

/** A text field that a filter keeps in form while it is typed. */
export function FilteredField({ label, value, onChange, filter, error, hint, ...rest }: FilteredFieldProps) {
  // A refused edit changes nothing outside; drawing again puts the caret back.
  const [, redraw] = useState(0);
  const input = useFilteredInput(filter, value, (text, typed) => {
    redraw((count) => count + 1);
    onChange(text, typed);
  });
  return (
    <Field label={label} error={error} {...(hint ? { hint } : {})}>
      {({ id, describedBy, className }) => (
        <input
          id={id}
          className={className}
          aria-describedby={describedBy}
          aria-invalid={Boolean(error)}
          autoComplete="off"
          {...rest}
          {...input}
        />
      )}
    </Field>
  );
}
