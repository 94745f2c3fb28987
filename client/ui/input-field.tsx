import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

interface Labelled {
  label: string;
  error?: string | null | undefined;
  hint?: string;
}

/** A line of text; takes what an input takes, `register` of a form included. */
export function InputField({ label, error, hint, ...rest }: Labelled & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} {...(hint ? { hint } : {})}>
      {({ id, className, describedBy }) => (
        <input
          id={id}
          className={className}
          aria-describedby={describedBy}
          aria-invalid={Boolean(error)}
          {...rest}
        />
      )}
    </Field>
  );
}

/** Several lines of text. */
export function TextField({ label, error, hint, ...rest }: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} {...(hint ? { hint } : {})}>
      {({ id, className, describedBy }) => (
        <textarea
          id={id}
          className={className}
          aria-describedby={describedBy}
          aria-invalid={Boolean(error)}
          rows={3}
          {...rest}
        />
      )}
    </Field>
  );
}

/** One of the options given as children: the system's own list, for forms; filters take `SelectField`. */
export function OptionsField({ label, error, hint, ...rest }: Labelled & ComponentProps<'select'>) {
  return (
    <Field label={label} error={error} {...(hint ? { hint } : {})}>
      {({ id, className, describedBy }) => (
        <select
          id={id}
          className={className}
          aria-describedby={describedBy}
          aria-invalid={Boolean(error)}
          {...rest}
        />
      )}
    </Field>
  );
}
