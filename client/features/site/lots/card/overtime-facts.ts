import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatDuration } from '#client/lib/format/duration.ts';

const MINUTES = 60;
const clock = (minuteOfDay: number): string =>
  [Math.floor(minuteOfDay / MINUTES), minuteOfDay % MINUTES]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** How late offers extend an auction, how far at most, and past which time of day they do not; as label and text. */
export function useOvertimeFacts({
  rules: { overtime },
  closesAtMs,
}: Pick<LotDetails, 'rules' | 'closesAtMs'>): [label: string, text: string][] {
  const { t } = useTranslation('card');
  if (!overtime) return [];
  const { windowMs, extendToMs, capMs, dailyStop } = overtime;
  const rule = { window: formatDuration(windowMs), extend: formatDuration(extendToMs) };
  const facts: [string, string][] = [[t('fact.overtime'), t('fact.overtimeRule', rule)]];
  if (capMs !== undefined)
    facts.push([
      t('fact.overtimeCap'),
      t('fact.overtimeCapValue', { time: formatDateTime(closesAtMs + capMs) }),
    ]);
  if (dailyStop !== undefined)
    facts.push([t('fact.nightStop'), t('fact.nightStopValue', { time: clock(dailyStop) })]);
  return facts;
}
