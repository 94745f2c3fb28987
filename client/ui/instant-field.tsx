import { tashkentDay, tashkentParts } from '#shared/time/tashkent.ts';
import { DateField } from './date-field.tsx';
import { InputField } from './input-field.tsx';
import css from './instant-field.module.css';

/** A day and a time in Tashkent, as they are typed. */
export interface InstantInput {
  /** `YYYY-MM-DD`. */
  day: string | null;
  /** `HH:mm`. */
  time: string;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Nothing is typed. */
export const NO_INSTANT: InstantInput = { day: null, time: '' };
export const isNoInstant = ({ day, time }: InstantInput): boolean => day === null && time.trim() === '';

export function instantInput(atMs: number): InstantInput {
  const { hour, minute } = tashkentParts(atMs);
  return { day: tashkentDay(atMs), time: `${two(hour)}:${two(minute)}` };
}

/** The instant, ms; null: what is typed is none. */
export function instantOf({ day, time }: InstantInput): number | null {
  const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time.trim());
  return day === null || !clock ? null : Date.parse(`${day}T${clock[1]}:${clock[2]}:00+05:00`);
}

interface InstantFieldProps {
  labels: { day: string; time: string };
  value: InstantInput;
  onChange: (value: InstantInput) => void;
  /** Why the form is not sent. */
  problem: string | null;
  /** Why it was refused. */
  error?: string | null;
}

export function InstantField({ labels, value, onChange, problem, error }: InstantFieldProps) {
  return (
    <div className={css.instant}>
      <DateField label={labels.day} value={value.day} onChange={(day) => onChange({ ...value, day })} />
      <InputField
        label={labels.time}
        problem={problem}
        error={error}
        inputMode="numeric"
        placeholder="10:00"
        maxLength={5}
        value={value.time}
        onChange={({ target }) => onChange({ ...value, time: target.value })}
      />
    </div>
  );
}
