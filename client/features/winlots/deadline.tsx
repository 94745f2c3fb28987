import { Clock3, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WinLot } from '#shared/api/winlots.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { usePassed } from '#client/lib/server-now.ts';
import { Countdown } from '#client/ui/countdown.tsx';
import css from './winlots.module.css';

const DAY_MS = 24 * 3_600_000;

/** Until when it has to be paid; after that moment, that it can still be paid while the sale is not lost. */
export function Deadline({ winLot: { dueAtMs, graceUntilMs } }: { winLot: WinLot }) {
  const { t } = useTranslation('winlots');
  const late = usePassed(dueAtMs);
  if (late)
    return (
      <p className={css.deadline} data-late role="alert">
        <TriangleAlert size={22} aria-hidden />
        <span>
          {t('deadline.passed', { time: formatDateTime(dueAtMs) })}{' '}
          {graceUntilMs === null
            ? t('deadline.atOnce')
            : t('deadline.grace', { time: formatDateTime(graceUntilMs) })}
        </span>
      </p>
    );
  return (
    <p className={css.deadline}>
      <Clock3 size={22} aria-hidden />
      <span>
        {t('deadline.until', { time: formatDateTime(dueAtMs) })}{' '}
        <b>
          <Countdown untilMs={dueAtMs} over={t('deadline.over')} urgentMs={DAY_MS} />
        </b>
      </span>
    </p>
  );
}
