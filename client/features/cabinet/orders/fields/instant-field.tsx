import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tashkentDay, tashkentInstant, tashkentParts } from '#shared/time/tashkent.ts';
import { DateField } from '#client/ui/date-field.tsx';
import { OptionsField } from '#client/ui/input-field.tsx';
import css from './fields.module.css';

interface InstantFieldProps {
  label: string;
  atMs: number | undefined;
  /** Null while the day is not complete. */
  onChange: (atMs: number | null) => void;
  error: string | null;
}

const FIRST_TIME = '10:00';
/** Trade begins and ends on the half hour. */
const TIMES = Array.from(
  { length: 48 },
  (_, i) => `${String(Math.floor(i / 2)).padStart(2, '0')}:${i % 2 === 0 ? '00' : '30'}`,
);

function timeOf(atMs: number): string {
  const { hour, minute } = tashkentParts(atMs);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function instantOf(day: string, time: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return tashkentInstant(year, month, date, hour, minute);
}

/** A day and a time of day in Tashkent. */
export function InstantField({ label, atMs, onChange, error }: InstantFieldProps) {
  const { t } = useTranslation('orders');
  const [day, setDay] = useState(atMs === undefined ? null : tashkentDay(atMs));
  const [time, setTime] = useState(atMs === undefined ? FIRST_TIME : timeOf(atMs));
  const known = useRef(atMs);
  useEffect(() => {
    if (atMs !== known.current && atMs !== undefined) {
      setDay(tashkentDay(atMs));
      setTime(timeOf(atMs));
    }
    known.current = atMs;
  }, [atMs]);
  const put = (nextDay: string | null, nextTime: string) => {
    setDay(nextDay);
    setTime(nextTime);
    const next = nextDay === null ? undefined : instantOf(nextDay, nextTime);
    if (next === known.current) return;
    known.current = next;
    onChange(next ?? null);
  };
  return (
    <div className={css.instant}>
      <DateField label={label} value={day} onChange={(next) => put(next, time)} error={error} />
      <OptionsField
        label={t('terms.time')}
        value={time}
        onChange={({ target }) => put(day, target.value)}
        aria-label={t('terms.timeOf', { label })}
      >
        {[...new Set([...TIMES, time])].toSorted().map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </OptionsField>
    </div>
  );
}
