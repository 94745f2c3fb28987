import { formatDateTimeShort } from '#client/lib/format/date.ts';
import css from './cells.module.css';

interface StepListProps<Action extends string> {
  /** `by`: empty or null where it was the platform. */
  steps: readonly { action: Action; by: string | null; atMs: number; note?: string | null }[];
  name: (action: Action) => string;
}

/** Who did what to a row and when; the words that were said with it. */
export function StepList<Action extends string>({ steps, name }: StepListProps<Action>) {
  return (
    <ol className={css.steps}>
      {steps.map(({ action, by, atMs, note }) => (
        <li key={`${action}-${atMs}-${by}`}>
          {formatDateTimeShort(atMs)} {name(action)}
          {by ? `, ${by}` : ''}
          {note ? <q>{note}</q> : null}
        </li>
      ))}
    </ol>
  );
}
