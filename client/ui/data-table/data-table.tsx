/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- drawn as cards the
   elements lose their roles in some browsers, so each says its own */
import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode, RefCallback } from 'react';
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
  /** It holds the box by which a row is selected. */
  select?: true;
}

/** The rows of a long table that are drawn, and the room that those before and after them take, px. */
export interface RowWindow {
  places: readonly number[];
  beforePx: number;
  afterPx: number;
  /** Measures a row, which says its place in `data-index`. */
  measure: RefCallback<HTMLTableRowElement>;
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
  /** Rows take the keyboard, and say with `data-selected` whether they are selected. */
  selected?: ((row: Row) => boolean) | undefined;
  /** Left out where all rows are drawn. */
  window?: RowWindow | undefined;
}

const LOADING_ROWS = 6;

function drawnRows<Row>(rows: readonly Row[], shown: RowWindow | undefined): { row: Row; place: number }[] {
  const places = shown?.places ?? rows.keys();
  // A window measured before rows went away names places that are gone.
  return [...places].flatMap((place) => rows.slice(place, place + 1).map((row) => ({ row, place })));
}

/** The room of rows that are not drawn. */
const Spacer = ({ px }: { px: number }) =>
  px > 0 ? <tr role="presentation" aria-hidden data-spacer style={{ height: px }} /> : null;

/** A table of the cabinet or the console: cards on a phone; loading, failed and empty are states of it. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, error, onRetry, empty, filtered, onClearFilters } = props;
  const { selected, window: shown } = props;
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
        <table
          className={css.table}
          role="table"
          aria-label={label}
          aria-busy={!rows}
          aria-rowcount={shown ? (rows?.length ?? 0) + 1 : undefined}
        >
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  data-end={column.end}
                  data-wide={column.wide}
                  data-select={column.select}
                >
                  {column.head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            <Spacer px={shown?.beforePx ?? 0} />
            {rows
              ? drawnRows(rows, shown).map(({ row, place }) => (
                  <tr
                    key={rowKey(row)}
                    ref={shown?.measure}
                    role="row"
                    data-index={shown ? place : undefined}
                    aria-rowindex={shown ? place + 2 : undefined}
                    data-mark={props.mark?.(row)}
                    data-key={selected ? rowKey(row) : undefined}
                    data-selected={selected?.(row)}
                    tabIndex={selected ? -1 : undefined}
                  >
                    {columns.map((column) => (
                      <td
                        key={column.key}
                        role="cell"
                        data-label={column.head}
                        data-end={column.end}
                        data-main={column.main}
                        data-wide={column.wide}
                        data-select={column.select}
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
            <Spacer px={shown?.afterPx ?? 0} />
          </tbody>
        </table>
      </div>
      {props.pages ? <Pagination {...props.pages} /> : null}
    </div>
  );
}
