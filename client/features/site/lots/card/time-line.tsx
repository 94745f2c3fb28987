import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { usePassed } from '#client/lib/server-now.ts';
import css from './time-line.module.css';

/** Everything that has a date, in its order: until when one applies, the start, the earliest end, and the payment. */
export function TimeLine({ lot, live }: { lot: LotDetails; live: LotLive }) {
  const { t } = useTranslation('card');
  const closed = live.phase === 'closed';
  const applications = (
    <Moment key="applications" name={t('times.applications')} atMs={lot.applicationsUntilMs} />
  );
  const starts = <Moment key="starts" name={t('times.starts')} atMs={lot.opensAtMs} />;
  const first = lot.applicationsUntilMs > lot.opensAtMs ? [starts, applications] : [applications, starts];
  return (
    <ol className={css.times} aria-label={t('times.title')}>
      {lot.practice ? starts : first}
      <Moment
        name={t(closed ? 'times.ended' : 'times.ends')}
        atMs={closed ? live.deadlineMs : Math.max(live.deadlineMs, lot.closesAtMs)}
      />
      {lot.practice ? null : (
        <li>
          <span>{t('times.pay')}</span>
          <span>{t('times.payWithin', { count: lot.paymentWorkingDays })}</span>
        </li>
      )}
    </ol>
  );
}

function Moment({ name, atMs }: { name: string; atMs: number }) {
  return (
    <li data-passed={usePassed(atMs)}>
      <span>{name}</span>
      <time dateTime={new Date(atMs).toISOString()}>{formatDateTime(atMs)}</time>
    </li>
  );
}
