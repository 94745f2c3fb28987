import { Field, type FieldNotes, type FieldProps } from './field.tsx';
import { useProblem } from './use-problem.ts';

/** What is said below a control of a form. */
export interface FormFieldNotes extends FieldNotes {
  /** What is wrong with what is typed: its form is not sent, and shows it once somebody has tried. An error is no obstacle. */
  problem?: string | null | undefined;
}

/** A field whose problem keeps its form from being sent. */
export function FormField({ problem, error, ...rest }: FieldProps & FormFieldNotes) {
  const shown = useProblem(problem);
  return <Field {...rest} error={error ?? shown} />;
}
