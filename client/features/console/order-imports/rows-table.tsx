import { ListX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { orderImportRows, type ImportedRow, type OrderImport } from '#shared/api/cabinet/order-imports.ts';
import { IMPORTED_ROW_COLOURS, IMPORTED_ROW_STATES } from '#shared/lifecycles/imported-row.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { RefusedFile } from './refused-file.tsx';
import { useRowProblem } from './use-row-problem.ts';
import css from './order-imports.module.css';

const PAGE_SIZE = 20;

/** Every row of the file with its line, what became of it, and each reason why not. */
export function RowsTable({ found: { id: importId, counts } }: { found: OrderImport }) {
  const { t } = useTranslation('console-order-imports');
  const list = useListPage({
    name: 'console-order-import-rows',
    of: importId,
    filters: ['state'],
    size: PAGE_SIZE,
    read: ({ page, size, filters, signal }) => {
      const state = oneOf(IMPORTED_ROW_STATES, filters.state);
      return call(orderImportRows, {
        params: { importId },
        query: { page, size, ...(state ? { state } : {}) },
        signal,
      });
    },
  });
  return (
    <div className={css.view}>
      {counts.refused > 0 ? <RefusedFile importId={importId} count={counts.refused} /> : null}
      <TableTools>
        <ChoiceFilter
          list={list}
          name="state"
          label={t('filter')}
          none={t('all')}
          options={IMPORTED_ROW_STATES.map((value) => ({
            value,
            label: `${t(`row.${value}`)} (${counts[value]})`,
          }))}
        />
      </TableTools>
      <StaffListTable
        exports={
          <ExportLinks
            staff
            list="console-order-imports"
            filters={{ import: String(importId), state: list.filters.state }}
          />
        }
        list={list}
        label={t('view.rows')}
        columns={useColumns()}
        rowKey={({ line }) => line}
        empty={{ title: t('noRows'), text: t('noRowsText'), icon: ListX }}
      />
    </div>
  );
}

function useColumns(): Column<ImportedRow>[] {
  const { t } = useTranslation('console-order-imports');
  const problemText = useRowProblem();
  return [
    {
      key: 'line',
      head: t('column.line'),
      cell: ({ line, lastLine }) => (line === lastLine ? line : t('lines', { from: line, to: lastLine })),
    },
    {
      key: 'lot',
      head: t('column.title'),
      main: true,
      cell: ({ number, title, priceTiyin }) => (
        <Stacked>
          <span className={css.long}>{title || '—'}</span>
          <small className={css.long}>
            {t('column.number')}: {number || '—'}
          </small>
          {priceTiyin === null ? null : <MoneyText tiyin={priceTiyin} />}
        </Stacked>
      ),
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state, orderId }) => (
        <Stacked>
          <Badge colour={IMPORTED_ROW_COLOURS[state]}>{t(`row.${state}`)}</Badge>
          {orderId === null ? null : (
            <Link to={paths.consoleOrder(orderId)}>{t('orderLink', { number: orderId })}</Link>
          )}
        </Stacked>
      ),
    },
    {
      key: 'problems',
      head: t('column.problems'),
      cell: ({ problems }) =>
        problems.length === 0 ? (
          '—'
        ) : (
          <ul className={css.problems}>
            {problems.map((problem, at) => (
              // One column may have one problem twice, in two languages.
              <li key={at}>
                {problem.column === null ? null : <b>{problem.column}: </b>}
                {problemText(problem)}
              </li>
            ))}
          </ul>
        ),
    },
  ];
}
