import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../date-field.tsx';
import css from './data-table.module.css';

interface TableToolsProps {
  children?: ReactNode;
  exports?: ReactNode;
  /** The list they are for: while it is bare, there is nothing to narrow and nothing to take along. */
  list?: { bare: boolean };
}

/** Above a table: its filters, and the ways to take it along. */
export function TableTools({ children, exports, list }: TableToolsProps) {
  if (list?.bare) return null;
  return (
    <div className={css.tools}>
      {children}
      {exports}
    </div>
  );
}

interface PeriodProps {
  /** `YYYY-MM-DD`, or empty. */
  from: string;
  to: string;
  onChange: (period: { from?: string; to?: string }) => void;
}

/** First and last day of a period, both included. */
export function PeriodField({ from, to, onChange }: PeriodProps) {
  const { t } = useTranslation('ui');
  return (
    <div className={css.range}>
      <DateField
        label={t('table.from')}
        value={from || null}
        onChange={(day) => onChange({ from: day ?? '' })}
      />
      <DateField label={t('table.to')} value={to || null} onChange={(day) => onChange({ to: day ?? '' })} />
    </div>
  );
}
