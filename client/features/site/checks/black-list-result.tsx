import { CircleCheck, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BlockedEntry } from '#shared/api/site/checks.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { Rows } from './rows.tsx';
import css from './checks.module.css';

/** No record means an honest participant; otherwise each bar with its term. */
export function BlackListResult({ entries }: { entries: BlockedEntry[] }) {
  const { t } = useTranslation('checks');
  if (entries.length === 0) {
    return (
      <section className={css.card} data-tone="good">
        <div className={css.verdict}>
          <CircleCheck size={40} strokeWidth={1.75} aria-hidden />
          <div>
            <h2>{t('blackList.honest')}</h2>
            <p>{t('blackList.honestText')}</p>
          </div>
        </div>
      </section>
    );
  }
  return (
    <section className={css.card} data-tone="bad">
      <div className={css.verdict}>
        <ShieldAlert size={40} strokeWidth={1.75} aria-hidden />
        <div>
          <h2>{t('blackList.barred')}</h2>
          <p>{t('blackList.barredText', { count: entries.length })}</p>
        </div>
      </div>
      {entries.map((entry, at) => (
        // Two causes may bar on one day without a lot.
        <div key={`${at} ${entry.startDate}`} className={css.entry}>
          <Rows
            rows={[
              [t('blackList.name'), entry.name],
              [t('stir'), entry.taxId],
              [t('pinfl'), entry.personalId],
              [t('blackList.lot'), entry.lotNumber === null ? null : `№ ${entry.lotNumber}`],
              [t('blackList.from'), dayText(entry.startDate)],
              [t('blackList.until'), dayText(entry.endDate)],
              [t('blackList.remaining'), t('blackList.days', { count: entry.remainingDays })],
            ]}
          />
        </div>
      ))}
    </section>
  );
}
