import { ListFilter } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '#client/lib/use-narrow.ts';
import { DateField } from '../date-field.tsx';
import css from './data-table.module.css';

interface TableToolsProps {
  children?: ReactNode;
  exports?: ReactNode;
  /** The list they are for: while it is bare, there is nothing to narrow and nothing to take along. */
  list?: { bare: boolean };
}

/** Above a table: its filters, and the ways to take it along. On a phone the filters fold: the first row comes before them. */
export function TableTools({ children, exports, list }: TableToolsProps) {
  const narrow = useNarrow();
  if (list?.bare) return null;
  if (narrow && children) return <FoldedTools exports={exports}>{children}</FoldedTools>;
  return (
    <div className={css.tools}>
      {children}
      {exports}
    </div>
  );
}

function FoldedTools({ children, exports }: Omit<TableToolsProps, 'list'>) {
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={css.tools} data-folded={!open}>
      <div className={css.foldLine}>
        <button
          type="button"
          className={css.fold}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <ListFilter size={18} aria-hidden />
          {t('table.filters')}
        </button>
        {exports}
      </div>
      <div id={id} className={css.tools} hidden={!open}>
        {children}
      </div>
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
