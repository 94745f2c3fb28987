import { FileSpreadsheet, FileText } from 'lucide-react';
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
