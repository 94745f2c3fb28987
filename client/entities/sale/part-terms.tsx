import { useTranslation } from 'react-i18next';
import type { PartSchedule } from '#shared/api/parts.ts';
import { formatPercent } from '#client/lib/format/money.ts';
import css from './part-schedule.module.css';

/** What follows from paying by parts: being late, paying early, and when the property is handed over. Needs `parts` texts. */
export function PartTerms({ terms }: { terms: Pick<PartSchedule, 'lateFee' | 'takenAtDeadline'> }) {
  const { t } = useTranslation('parts');
  const { lateFee, takenAtDeadline } = terms;
  return (
    <details className={css.terms}>
      <summary>{t('terms.title')}</summary>
      <ul>
        {takenAtDeadline ? <li>{t('terms.taken')}</li> : null}
        <li>
          {lateFee
            ? t('terms.lateFee', {
                percent: formatPercent(lateFee.bpPerDay / 100),
                most: formatPercent(lateFee.capBp / 100),
              })
            : t('terms.noLateFee')}
        </li>
        <li>{t('terms.early')}</li>
        <li>{t('terms.noRefusal')}</li>
        <li>{t('terms.default')}</li>
        <li>{t('terms.ownership')}</li>
      </ul>
    </details>
  );
}
