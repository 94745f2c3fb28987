import type { ComponentProps } from 'react';
import { Field, type FieldNotes } from './field.tsx';

type Labelled<Control extends 'input' | 'textarea' | 'select'> = { label: string } & FieldNotes &
  ComponentProps<Control>;

/** A line of text; takes what an input takes, `register` of a form included. */
export function InputField({ label, problem, error, hint, ...rest }: Labelled<'input'>) {
  return (
    <Field label={label} problem={problem} error={error} hint={hint}>
      {(ids) => <input {...ids} {...rest} />}
    </Field>
  );
}

/** Several lines of text. */
export function TextField({ label, problem, error, hint, ...rest }: Labelled<'textarea'>) {
  return (
    <Field label={label} problem={problem} error={error} hint={hint}>
      {(ids) => <textarea {...ids} rows={3} {...rest} />}
    </Field>
  );
}

/** One of the options given as children: the system's own list, for forms; filters take `SelectField`. */
export function OptionsField({ label, problem, error, hint, ...rest }: Labelled<'select'>) {
  return (
    <Field label={label} problem={problem} error={error} hint={hint}>
      {(ids) => <select {...ids} {...rest} />}
    </Field>
  );
}
