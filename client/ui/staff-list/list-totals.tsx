import { useTranslation } from 'react-i18next';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import css from './list-totals.module.css';

/** What the rows of a list come to in one column. */
export interface ListSum {
  label: string;
  tiyin: number;
}

/** How many rows the filters of a list select, on all its pages, and what they come to. */
export function ListTotals({ total, sums }: { total: number; sums: readonly ListSum[] }) {
  const { t } = useTranslation('staff');
  // The others are neither counted nor summed.
  const shown = (what: string) => (total === COUNTED_ROWS_MAX ? t('list.atLeast', { what }) : what);
  const facts = [
    { label: t('list.rows'), value: formatCount(total) },
    ...sums.map(({ label, tiyin }) => ({ label, value: formatMoney(tiyin) })),
  ];
  return (
    <dl className={css.totals}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
