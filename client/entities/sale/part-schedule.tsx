import { useTranslation } from 'react-i18next';
import type { PartSchedule as Schedule } from '#shared/api/parts.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import layout from '#client/ui/layout.module.css';
import { PartList } from './part-list.tsx';
import { PartTerms } from './part-terms.tsx';
import css from './part-schedule.module.css';

const SUMS = [
  ['paid', 'paidTiyin'],
  ['left', 'leftTiyin'],
  ['late', 'lateTiyin'],
  ['lateFees', 'lateFeesPaidTiyin'],
] as const;

/** A price that is paid by parts, the same for the buyer, the seller and staff: what is paid, late and next. Needs `parts` texts. */
export function PartSchedule({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation('parts');
  const { begunAtMs, parts } = schedule;
  return (
    <section className={css.schedule} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {begunAtMs === null ? (
        <p className={layout.mutedSmall}>{t('ifNow')}</p>
      ) : (
        <dl className={css.sums}>
          {SUMS.filter(([, field]) => schedule[field] > 0).map(([name, field]) => (
            <div key={name} data-late={name === 'late'}>
              <dt>{t(`sum.${name}`)}</dt>
              <dd>
                <MoneyText tiyin={schedule[field]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <PartList parts={parts} label={t('title')} />
      <PartTerms terms={schedule} />
    </section>
  );
}
