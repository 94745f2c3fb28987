import { FileSpreadsheet, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../field.tsx';
import css from './data-table.module.css';

/** Above a table: its filters, and the ways to take it along. */
export function TableTools({ children, exports }: { children?: ReactNode; exports?: ReactNode }) {
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
      <Field label={t('table.from')}>
        {({ id, className }) => (
          <input
            id={id}
            type="date"
            className={className}
            value={from}
            max={to || undefined}
            onChange={(event) => onChange({ from: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('table.to')}>
        {({ id, className }) => (
          <input
            id={id}
            type="date"
            className={className}
            value={to}
            min={from || undefined}
            onChange={(event) => onChange({ to: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

interface ExportLinksProps {
  /** A list of shared/api/exports.ts. */
  list: string;
  /** The table's filters: the file holds the same rows, of all pages. */
  filters: Readonly<Record<string, string>>;
}

/** The table's rows as a spreadsheet or as CSV. */
export function ExportLinks({ list, filters }: ExportLinksProps) {
  const { t, i18n } = useTranslation('ui');
  const address = (format: string) => {
    const chosen = Object.entries(filters).filter(([, value]) => value !== '');
    const query = new URLSearchParams([...chosen, ['format', format], ['language', i18n.language]]);
    return `/api/shop/export/${list}?${query.toString()}`;
  };
  return (
    <div className={css.exports}>
      <a href={address('xlsx')} download>
        <FileSpreadsheet size={18} aria-hidden />
        {t('table.xlsx')}
      </a>
      <a href={address('csv')} download>
        <FileText size={18} aria-hidden />
        {t('table.csv')}
      </a>
    </div>
  );
}
