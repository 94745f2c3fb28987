/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- drawn as cards the
   elements lose their roles in some browsers, so each says its own */
import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { Pagination } from '../pagination.tsx';
import { Skeleton } from '../skeleton.tsx';
import css from './data-table.module.css';

export interface Column<Row> {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Sums and numbers stand at the end of their column. */
  end?: boolean;
  /** What the row is called: the title of its card on a phone. */
  main?: boolean;
  /** On a phone its cell takes the card's whole width: buttons. */
  wide?: boolean;
}

export interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are being asked for. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  error: unknown;
  onRetry: () => void;
  /** Shown when there are no rows. `filtered`: there may be some without the filters. */
  empty: { title: string; text: string; icon?: LucideIcon; children?: ReactNode };
  filtered?: boolean;
  onClearFilters?: () => void;
  /** Left out where all rows stand on one page. */
  pages?: { page: number; count: number; to: (page: number) => string };
  /** Marks a row, as `data-mark`: unread, refused. */
  mark?: (row: Row) => string | undefined;
}

const LOADING_ROWS = 6;

/** A table of the cabinet or the console: cards on a phone; loading, failed and empty are states of it. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, error, onRetry, empty, filtered, onClearFilters } = props;
  const { t } = useTranslation('ui');
  if (!rows && error) return <ErrorState error={error} onRetry={onRetry} />;
  if (rows?.length === 0 && filtered)
    return (
      <EmptyState title={t('table.nothingFound')} text={t('table.nothingFoundText')}>
        {onClearFilters ? (
          <button type="button" className={css.clear} onClick={onClearFilters}>
            {t('table.clear')}
          </button>
        ) : null}
      </EmptyState>
    );
  if (rows?.length === 0)
    return (
      <EmptyState title={empty.title} text={empty.text} icon={empty.icon ?? Inbox}>
        {empty.children}
      </EmptyState>
    );
  return (
    <div className={css.whole}>
      <div className={css.frame} tabIndex={0} role="region" aria-label={label}>
        <table className={css.table} role="table" aria-label={label} aria-busy={!rows}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th key={column.key} role="columnheader" scope="col" data-end={column.end}>
                  {column.head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows
              ? rows.map((row) => (
                  <tr key={rowKey(row)} role="row" data-mark={props.mark?.(row)}>
                    {columns.map((column) => (
                      <td
                        key={column.key}
                        role="cell"
                        data-label={column.head}
                        data-end={column.end}
                        data-main={column.main}
                        data-wide={column.wide}
                      >
                        <div>{column.cell(row)}</div>
                      </td>
                    ))}
                  </tr>
                ))
              : Array.from({ length: LOADING_ROWS }, (_, at) => (
                  // No row of the list has such a key: none of these is moved to stand for one.
                  <tr key={`awaited-${at}`} role="row" aria-hidden>
                    {columns.map((column) => (
                      <td key={column.key} role="cell" data-main={column.main}>
                        <Skeleton height={20} width={column.end ? 96 : '80%'} />
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      {props.pages ? <Pagination {...props.pages} /> : null}
    </div>
  );
}
