import type { InputHTMLAttributes } from 'react';
import { useState } from 'react';
import { FormField, type FormFieldNotes } from '../form-field.tsx';
import type { InputFilter } from './filter.ts';
import { useFilteredInput } from './use-filtered-input.ts';

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'autoComplete' | 'placeholder' | 'maxLength' | 'onBlur' | 'required' | 'name' | 'type'
>;

export interface FilteredFieldProps extends Attributes, FormFieldNotes {
  label: string;
  /** Shown text, already filtered. */
  value: string;
  /** The new shown text, and what was typed for it. */
  onChange: (text: string, typed: string) => void;
  filter: InputFilter;
}

/** The filter's binding; a refused edit changes nothing outside, and drawing again puts the caret back. */
function useFilter<Element extends HTMLInputElement | HTMLTextAreaElement>({
  filter,
  value,
  onChange,
}: Pick<FilteredFieldProps, 'filter' | 'value' | 'onChange'>) {
  const [, redraw] = useState(0);
  return useFilteredInput<Element>(filter, value, (text, typed) => {
    redraw((count) => count + 1);
    onChange(text, typed);
  });
}

/** A text field that a filter keeps in form while it is typed. */
export function FilteredField(props: FilteredFieldProps) {
  const { label, value, onChange, filter, problem, error, hint, ...rest } = props;
  const input = useFilter<HTMLInputElement>({ filter, value, onChange });
  return (
    <FormField label={label} problem={problem} error={error} hint={hint}>
      {(ids) => <input {...ids} autoComplete="off" {...rest} {...input} />}
    </FormField>
  );
}

export type FilteredAreaProps = Omit<FilteredFieldProps, 'type' | 'inputMode' | 'autoComplete' | 'onBlur'> & {
  onBlur?: () => void;
};

/** Several lines of such a text. */
export function FilteredArea(props: FilteredAreaProps) {
  const { label, value, onChange, filter, problem, error, hint, ...rest } = props;
  const area = useFilter<HTMLTextAreaElement>({ filter, value, onChange });
  return (
    <FormField label={label} problem={problem} error={error} hint={hint}>
      {(ids) => <textarea {...ids} autoComplete="off" rows={4} {...rest} {...area} />}
    </FormField>
  );
}
