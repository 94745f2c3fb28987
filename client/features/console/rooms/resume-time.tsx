import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RESUME_DAYS_MAX, RESUME_MINUTE, RESUME_NOTICE_SECONDS } from '#shared/limits/room-actions.ts';
import { DAY_MS, MINUTE_MS, startOfDay, tashkentDay, tashkentParts } from '#shared/time/tashkent.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { DateField } from '#client/ui/date-field.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import css from './console.module.css';

/** When a pause ends, as staff choose it: at once, or at a day and a time in Tashkent. */
export interface ResumeChoice {
  when: 'now' | 'at';
  /** `YYYY-MM-DD`. */
  day: string | null;
  /** `HH:mm`. */
  time: string;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Begins with what is proposed for a long pause; otherwise with "now", and tomorrow morning beside it. */
export function useResumeChoice(proposedMs: number | null) {
  const [choice, setChoice] = useState<ResumeChoice>(() => {
    const atMs = proposedMs ?? startOfDay(Date.now()) + DAY_MS + RESUME_MINUTE * MINUTE_MS;
    const { hour, minute } = tashkentParts(atMs);
    return {
      when: proposedMs === null ? 'now' : 'at',
      day: tashkentDay(atMs),
      time: `${two(hour)}:${two(minute)}`,
    };
  });
  return [choice, setChoice] as const;
}

/** The chosen instant, ms; null: at once. `wrong`: no instant, or one that is too near or too far. */
export function resumeInstant({ when, day, time }: ResumeChoice, nowMs: number): number | null | 'wrong' {
  if (when === 'now') return null;
  const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time.trim());
  if (day === null || !clock) return 'wrong';
  const atMs = Date.parse(`${day}T${clock[1]}:${clock[2]}:00+05:00`);
  const aheadMs = atMs - nowMs;
  return aheadMs < RESUME_NOTICE_SECONDS * 1_000 || aheadMs > RESUME_DAYS_MAX * DAY_MS ? 'wrong' : atMs;
}

interface ResumeTimeProps {
  choice: ResumeChoice;
  onChange: (choice: ResumeChoice) => void;
  problem: string | null;
}

export function ResumeTime({ choice, onChange, problem }: ResumeTimeProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <ChoiceField
        label={t('resume.when')}
        value={choice.when}
        onChange={(when) => onChange({ ...choice, when })}
        options={[
          { value: 'now', label: t('resume.now') },
          { value: 'at', label: t('resume.at'), hint: t('resume.atHint') },
        ]}
      />
      {choice.when === 'at' ? (
        <div className={css.instant}>
          <DateField
            label={t('resume.day')}
            value={choice.day}
            onChange={(day) => onChange({ ...choice, day })}
          />
          <InputField
            label={t('resume.time')}
            problem={problem}
            inputMode="numeric"
            placeholder="10:00"
            maxLength={5}
            value={choice.time}
            onChange={({ target }) => onChange({ ...choice, time: target.value })}
          />
        </div>
      ) : null}
    </>
  );
}
