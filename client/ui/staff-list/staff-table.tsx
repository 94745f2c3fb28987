import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { StaffList } from '#shared/api/console/list-choices.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { Button } from '../button.tsx';
import { FailedPart } from '../failed-part.tsx';
import { DataTable, type Column, type DataTableProps } from '../data-table/data-table.tsx';
import { tableOf, type ListTableProps } from '../data-table/list-table.tsx';
import type { BulkAction } from './bulk.ts';
import { useListChoices } from './list-choices.ts';
import { ListTotals, type ListSum } from './list-totals.tsx';
import { ListTools } from './list-tools.tsx';
import { LIST, useRowKeys } from './use-row-keys.ts';
import { useRowWindow } from './use-row-window.ts';
import css from './staff-list.module.css';

/** A page of a list whose columns and views are chosen. */
export type ListOfStaff<Row> = ListTableProps<Row>['list'] & { name: StaffList };

interface StaffTableProps<Row> extends Omit<DataTableProps<Row>, 'selected' | 'window'> {
  name: StaffList;
  totals?: ReactNode;
  /** The ways to take the list along. */
  exports?: ReactNode;
  /** What may be done to selected rows; rows cannot be selected where there is nothing. */
  bulk?: readonly BulkAction<Row>[];
}

/**
 * The table of a list of staff: keys walk, open and select its rows, what may be done to several is done to the selected ones, and
 * each person chooses columns and saves views. A long one draws only the rows in the window.
 */
export function StaffTable<Row>({ name, totals, exports, bulk = [], ...table }: StaffTableProps<Row>) {
  const { columns, rowKey } = table;
  const { t } = useTranslation('staff');
  const { pathname } = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const choices = useListChoices(name, pathname);
  // No column is drawn that goes away a moment later.
  const rows = choices.settled ? table.rows : undefined;
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const keyOf = (row: Row) => String(rowKey(row));
  const isSelected = (row: Row) => keys.has(keyOf(row));
  const toggle = (key: string) => {
    const next = new Set(keys);
    if (!next.delete(key)) next.add(key);
    setKeys(next);
  };
  const [begun, setBegun] = useState<Begun<Row> | null>(null);
  const dialog = begun ? bulk.find(({ key }) => key === begun.action)?.renderDialog : undefined;
  const selectable = bulk.length > 0;
  useRowKeys(list, selectable ? toggle : null);
  const shown = useRowWindow(list, rows?.length ?? 0);

  const hideable = columns.filter(({ main }) => !main);
  const chosen = columns.filter(({ key, main }) => main || !choices.hidden.includes(key));
  const select = selectColumn<Row>({
    head: t('list.select'),
    isSelected,
    onToggle: (row) => toggle(keyOf(row)),
  });
  return (
    <div ref={list} className={css.list} {...{ [LIST]: '' }}>
      <ListTools columns={hideable} choices={choices} totals={totals} exports={exports} />
      {rows || table.error ? null : (
        <span className="sr-only" role="status">
          {t('loading')}
        </span>
      )}
      {rows && table.error ? (
        <FailedPart name={t('list.stale')} error={table.error} onRetry={table.onRetry} />
      ) : null}
      <DataTable
        {...table}
        rows={rows}
        columns={selectable ? [select, ...chosen] : chosen}
        selected={isSelected}
        window={shown}
      />
      {selectable && rows && rows.length > 0 ? (
        <BulkBar
          rows={rows}
          // What has left the list since is not acted upon.
          selected={rows.filter(isSelected)}
          bulk={bulk}
          onSelect={(which) => setKeys(new Set(which.map(keyOf)))}
          onBegin={setBegun}
        />
      ) : null}
      {/* Beside the bar: rows that are done may leave the list, with the last one the bar goes too. */}
      {begun && dialog
        ? dialog(begun.rows, (sent) => {
            setBegun(null);
            if (sent) setKeys(new Set());
          })
        : null}
    </div>
  );
}

interface SelectColumnOptions<Row> {
  head: string;
  isSelected: (row: Row) => boolean;
  onToggle: (row: Row) => void;
}

/** The boxes by which rows are selected without a keyboard. */
function selectColumn<Row>({ head, isSelected, onToggle }: SelectColumnOptions<Row>): Column<Row> {
  return {
    key: 'select',
    head,
    select: true,
    cell: (row) => (
      <input type="checkbox" aria-label={head} checked={isSelected(row)} onChange={() => onToggle(row)} />
    ),
  };
}

/** An action whose dialog is open, with the rows that it is about. */
interface Begun<Row> {
  action: string;
  rows: readonly Row[];
}

interface BulkBarProps<Row> {
  rows: readonly Row[];
  selected: readonly Row[];
  bulk: readonly BulkAction<Row>[];
  onSelect: (rows: readonly Row[]) => void;
  onBegin: (begun: Begun<Row>) => void;
}

/** How many rows are selected and what may be done to them; at the lower edge of the window while some are. */
function BulkBar<Row>({ rows, selected, bulk, onSelect, onBegin }: BulkBarProps<Row>) {
  const { t } = useTranslation('staff');
  return (
    <div className={css.bulk} data-any={selected.length > 0} role="group" aria-label={t('list.bulk.title')}>
      <span role="status">{t('list.selected', { count: selected.length })}</span>
      <Button size="sm" variant="subtle" onClick={() => onSelect(rows)}>
        {t('list.selectAll', { count: rows.length })}
      </Button>
      {selected.length === 0 ? null : (
        <Button size="sm" variant="subtle" onClick={() => onSelect([])}>
          {t('list.selectNone')}
        </Button>
      )}
      {(selected.length === 0 ? [] : bulk).map((action) => {
        const count = selected.filter(action.fits).length;
        return (
          <Button
            key={action.key}
            size="sm"
            variant="default"
            disabled={count === 0}
            onClick={() => onBegin({ action: action.key, rows: selected.filter(action.fits) })}
          >
            {count === 0 ? action.name : `${action.name} (${count})`}
          </Button>
        );
      })}
    </div>
  );
}

interface StaffListTableProps<Row>
  extends Omit<ListTableProps<Row>, 'list'>, Pick<StaffTableProps<Row>, 'bulk' | 'exports'> {
  list: ListOfStaff<Row>;
  /** What the rows on all pages come to. */
  sums?: readonly ListSum[] | undefined;
}

/** The same for a page of a list, which its address chooses. */
export function StaffListTable<Row>({ list, sums, ...rest }: StaffListTableProps<Row>) {
  const { t } = useTranslation('staff');
  return (
    <>
      <StaffTable
        name={list.name}
        totals={
          list.data && list.data.total > 0 && sums ? <ListTotals total={list.data.total} sums={sums} /> : null
        }
        {...rest}
        {...tableOf(list)}
      />
      {list.data?.total === COUNTED_ROWS_MAX ? (
        <p className={css.note}>{t('list.more', { shown: formatCount(COUNTED_ROWS_MAX) })}</p>
      ) : null}
    </>
  );
}
