import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeQuietHours, quietHours } from '#shared/api/cabinet/quiet-hours.ts';
import type { QuietHours as Hours } from '#shared/notifications/quiet-hours.ts';
import { call } from '#client/lib/api-client.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './notification-settings.module.css';

const hoursQuery = queryOptions({
  queryKey: ['quiet-hours'],
  queryFn: ({ signal }) => call(quietHours, { signal }),
});

/** What most people sleep through; shown when the switch is turned on first. */
const USUAL: Hours = { fromMinute: 22 * 60, toMinute: 8 * 60 };

const two = (value: number) => String(value).padStart(2, '0');
const textOf = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** null: no time of day, as of a field that is being filled in. */
function minuteOf(text: string): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

/** Hours in which SMS and alerts wait; each change is saved at once. */
export function QuietHours() {
  const { t } = useTranslation('alerts');
  const queries = useQueryClient();
  const text = useErrorText();
  const { data, error } = useQuery(hoursQuery);
  const change = useMutation({
    mutationKey: hoursQuery.queryKey,
    // One after the other: the last choice is the one that stays.
    scope: { id: 'quiet-hours' },
    mutationFn: (hours: Hours | null) => call(changeQuietHours, { body: { hours } }),
    onSuccess: (saved) => queries.setQueryData(hoursQuery.queryKey, saved),
    // Not retried: the page shows what is stored, and the person may choose again.
    onError: (failure) => notify('error', text(failure)),
  });
  if (error) return <p className={css.device}>{text(error)}</p>;
  if (!data) return null;
  const { hours } = data;
  return (
    <section className={css.device} aria-label={t('quiet.title')}>
      <h2>{t('quiet.title')}</h2>
      <p>{t('quiet.about')}</p>
      <label className={css.choice}>
        <span>{t('quiet.switch')}</span>
        <input
          type="checkbox"
          role="switch"
          aria-label={t('quiet.switch')}
          aria-checked={hours !== null}
          checked={hours !== null}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate(target.checked ? USUAL : null)}
        />
      </label>
      {hours && (
        // The key: what is stored takes the place of what was typed.
        <Times
          key={`${hours.fromMinute} ${hours.toMinute}`}
          hours={hours}
          onChange={(chosen) => change.mutate(chosen)}
        />
      )}
    </section>
  );
}

function Times({ hours, onChange }: { hours: Hours; onChange(chosen: Hours): void }) {
  const { t } = useTranslation('alerts');
  const [from, setFrom] = useState(textOf(hours.fromMinute));
  const [to, setTo] = useState(textOf(hours.toMinute));
  const [fromMinute, toMinute] = [minuteOf(from), minuteOf(to)];
  const same = fromMinute !== null && fromMinute === toMinute;
  /** Once a field is left: halves of a time are none. */
  const save = () => {
    if (fromMinute === null || toMinute === null || same) return;
    if (fromMinute !== hours.fromMinute || toMinute !== hours.toMinute) onChange({ fromMinute, toMinute });
  };
  return (
    <div className={css.times}>
      <InputField
        label={t('quiet.from')}
        type="time"
        required
        value={from}
        onChange={({ target }) => setFrom(target.value)}
        onBlur={save}
      />
      <InputField
        label={t('quiet.to')}
        type="time"
        required
        value={to}
        error={same ? t('quiet.same') : null}
        onChange={({ target }) => setTo(target.value)}
        onBlur={save}
      />
    </div>
  );
}
