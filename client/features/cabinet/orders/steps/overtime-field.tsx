import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OvertimeRule } from '#shared/auction/rules.ts';
import { OptionsField } from '#client/ui/input-field.tsx';
import { WholeField } from '#client/ui/number-field.tsx';
import css from './steps.module.css';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The usual window and extension of the shipped rule sets, in minutes. */
const FIRST_MINUTES = 10;
const DAY_MINUTES = 1_440;

interface OvertimeFieldProps {
  /** Null: none; undefined: the rule set's figures. */
  value: OvertimeRule | null | undefined;
  onChange: (value: OvertimeRule | null | undefined) => void;
  error: string | null;
}

/** Whether late prices move the end of trade, by how much, and how far at most. */
export function OvertimeField({ value, onChange, error }: OvertimeFieldProps) {
  const { t } = useTranslation('orders');
  const kind = value === undefined ? '' : value === null ? 'none' : 'own';
  return (
    <>
      <OptionsField
        label={t('terms.overtime')}
        hint={t('overtime.hint')}
        value={kind}
        error={error}
        onChange={({ target }) => {
          const own = { windowMs: FIRST_MINUTES * MINUTE_MS, extendToMs: FIRST_MINUTES * MINUTE_MS };
          onChange(target.value === 'own' ? own : target.value === 'none' ? null : undefined);
        }}
      >
        <option value="">{t('terms.usual')}</option>
        <option value="none">{t('overtime.none')}</option>
        <option value="own">{t('overtime.own')}</option>
      </OptionsField>
      {value ? <OwnOvertime value={value} onChange={onChange} /> : null}
    </>
  );
}

function OwnOvertime({ value, onChange }: { value: OvertimeRule; onChange: OvertimeFieldProps['onChange'] }) {
  const { t } = useTranslation('orders');
  const { capMs, dailyStop, ...base } = value;
  const [stop, setStop] = useState(dailyStop === undefined ? '' : clock(dailyStop));
  const put = (change: { minutes?: number; capMs?: number | undefined; dailyStop?: number | undefined }) => {
    const next = { capMs, dailyStop, ...change };
    const ms = change.minutes === undefined ? base.windowMs : change.minutes * MINUTE_MS;
    onChange({
      windowMs: ms,
      extendToMs: ms,
      ...(next.capMs === undefined ? {} : { capMs: next.capMs }),
      ...(next.dailyStop === undefined ? {} : { dailyStop: next.dailyStop }),
    });
  };
  return (
    <div className={css.pair}>
      <WholeField
        label={t('overtime.minutes')}
        value={Math.round(base.windowMs / MINUTE_MS) || undefined}
        onChange={(minutes) => put({ minutes: Math.min(minutes ?? 0, DAY_MINUTES) })}
        most={4}
      />
      <WholeField
        label={t('overtime.cap')}
        value={capMs === undefined ? undefined : Math.round(capMs / HOUR_MS)}
        onChange={(hours) => put({ capMs: hours === null ? undefined : hours * HOUR_MS })}
        most={3}
      />
      <OptionsField
        label={t('overtime.dailyStop')}
        value={stop}
        onChange={({ target }) => {
          setStop(target.value);
          const [hours] = target.value.split(':').map(Number);
          put({ dailyStop: target.value === '' ? undefined : (hours ?? 0) * 60 });
        }}
      >
        <option value="">{t('overtime.noStop')}</option>
        {HOURS.map((hour) => (
          <option key={hour} value={hour}>
            {hour}
          </option>
        ))}
      </OptionsField>
    </div>
  );
}

const clock = (minuteOfDay: number): string => `${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:00`;
/** Bidding that ends at night is stopped on the hour. */
const HOURS = Array.from({ length: 24 }, (_, hour) => clock(hour * 60));
