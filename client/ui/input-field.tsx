import type { ComponentProps } from 'react';
import { FormField, type FormFieldNotes } from './form-field.tsx';

type Labelled<Control extends 'input' | 'textarea' | 'select'> = { label: string } & FormFieldNotes &
  ComponentProps<Control>;

/** A line of text; takes what an input takes, `register` of a form included. */
export function InputField({ label, problem, error, hint, ...rest }: Labelled<'input'>) {
  return (
    <FormField label={label} problem={problem} error={error} hint={hint}>
      {(ids) => <input {...ids} {...rest} />}
    </FormField>
  );
}

/** Several lines of text. */
export function TextField({ label, problem, error, hint, ...rest }: Labelled<'textarea'>) {
  return (
    <FormField label={label} problem={problem} error={error} hint={hint}>
      {(ids) => <textarea {...ids} rows={3} {...rest} />}
    </FormField>
  );
}

/** One of the options given as children: the system's own list, for forms; filters take `SelectField`. */
export function OptionsField({ label, problem, error, hint, ...rest }: Labelled<'select'>) {
  return (
    <FormField label={label} problem={problem} error={error} hint={hint}>
      {(ids) => <select {...ids} {...rest} />}
    </FormField>
  );
}
