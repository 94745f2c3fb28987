import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RESUME_DAYS_MAX, RESUME_MINUTE, RESUME_NOTICE_SECONDS } from '#shared/limits/room-actions.ts';
import { DAY_MS, MINUTE_MS, startOfDay } from '#shared/time/tashkent.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { InstantField, instantInput, instantOf, type InstantInput } from '#client/ui/instant-field.tsx';

/** When a pause ends, as staff choose it: at once, or at a day and a time in Tashkent. */
export interface ResumeChoice extends InstantInput {
  when: 'now' | 'at';
}

/** Begins with what is proposed for a long pause; otherwise with "now", and tomorrow morning beside it. */
export function useResumeChoice(proposedMs: number | null) {
  const [choice, setChoice] = useState<ResumeChoice>(() => {
    const atMs = proposedMs ?? startOfDay(Date.now()) + DAY_MS + RESUME_MINUTE * MINUTE_MS;
    return { when: proposedMs === null ? 'now' : 'at', ...instantInput(atMs) };
  });
  return [choice, setChoice] as const;
}

/** The chosen instant, ms; null: at once. `wrong`: no instant, or one that is too near or too far. */
export function resumeInstant(choice: ResumeChoice, nowMs: number): number | null | 'wrong' {
  if (choice.when === 'now') return null;
  const atMs = instantOf(choice);
  if (atMs === null) return 'wrong';
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
        <InstantField
          labels={{ day: t('resume.day'), time: t('resume.time') }}
          value={choice}
          onChange={(instant) => onChange({ ...choice, ...instant })}
          problem={problem}
        />
      ) : null}
    </>
  );
}
