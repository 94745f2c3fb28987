import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';

interface Labelled {
  label: string;
  error?: string | null | undefined;
  hint?: string | undefined;
}

/** What ties a control to its label and note. */
interface Wiring {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

function Wired({ label, error, hint, control }: Labelled & { control: (wiring: Wiring) => ReactNode }) {
  return (
    <Field label={label} error={error} {...(hint ? { hint } : {})}>
      {({ id, className, describedBy }) =>
        control({ id, className, 'aria-describedby': describedBy, 'aria-invalid': Boolean(error) })
      }
    </Field>
  );
}

/** A line of text; takes what an input takes, `register` of a form included. */
export function InputField({ label, error, hint, ...rest }: Labelled & ComponentProps<'input'>) {
  const control = (wiring: Wiring) => <input {...wiring} {...rest} />;
  return <Wired label={label} error={error} hint={hint} control={control} />;
}

/** Several lines of text. */
export function TextField({ label, error, hint, ...rest }: Labelled & ComponentProps<'textarea'>) {
  const control = (wiring: Wiring) => <textarea {...wiring} rows={3} {...rest} />;
  return <Wired label={label} error={error} hint={hint} control={control} />;
}

/** One of the options given as children: the system's own list, for forms; filters take `SelectField`. */
export function OptionsField({ label, error, hint, ...rest }: Labelled & ComponentProps<'select'>) {
  const control = (wiring: Wiring) => <select {...wiring} {...rest} />;
  return <Wired label={label} error={error} hint={hint} control={control} />;
}
