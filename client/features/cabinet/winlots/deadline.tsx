import { Clock3, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Part, PartSchedule } from '#shared/api/parts.ts';
import type { WinLot } from '#shared/api/cabinet/winlots.ts';
import { usePartName } from '#client/entities/sale/part-list.tsx';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { usePassed } from '#client/lib/server-now.ts';
import { Countdown } from '#client/ui/countdown.tsx';
import css from './winlots.module.css';

const DAY_MS = 24 * 3_600_000;

/** Which part is due by when, after the first one was paid; once late, what that costs. */
function PartDeadline({ schedule, part }: { schedule: PartSchedule; part: Part }) {
  const { t } = useTranslation(['winlots', 'parts']);
  const nameOf = usePartName();
  const passed = usePassed(part.dueAtMs);
  const name = nameOf(part.k);
  const time = formatDateTime(part.dueAtMs);
  if (passed)
    return (
      <p className={css.deadline} data-late role="alert">
        <TriangleAlert size={22} aria-hidden />
        <span>
          {t('deadline.partPassed', { name, time })}{' '}
          {schedule.lateFee ? t('deadline.partLateFee', { sum: formatMoney(part.lateFeeTiyin) }) : null}{' '}
          {t('deadline.partRisk')}
        </span>
      </p>
    );
  return (
    <p className={css.deadline}>
      <Clock3 size={22} aria-hidden />
      <span>
        {t('deadline.partUntil', { name, time })}{' '}
        <b>
          <Countdown untilMs={part.dueAtMs} over={t('deadline.over')} urgentMs={DAY_MS} />
        </b>
      </span>
    </p>
  );
}

/** Until when it has to be paid; after that moment, that it can still be paid while the sale is not lost. */
export function Deadline({ winLot }: { winLot: WinLot }) {
  const { parts } = winLot;
  const part = parts?.parts.find(({ state }) => state !== 'paid');
  return parts && parts.begunAtMs !== null && part ? (
    <PartDeadline schedule={parts} part={part} />
  ) : (
    <WholeDeadline winLot={winLot} />
  );
}

function WholeDeadline({ winLot: { dueAtMs, graceUntilMs } }: { winLot: WinLot }) {
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
