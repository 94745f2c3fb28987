import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  ACTION_RESULTS,
  ACTIONS_PAGE_SIZE,
  actionTexts,
  userActions,
  type PersonActionRow,
} from '#shared/api/cabinet/actions.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ChoiceFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';

/** What was done in the person's name: sign-ins, changes of data, applications; what was refused and why. */
export function ActionsTable() {
  const { t } = useTranslation(['actions', 'cabinet']);
  const list = useListPage({
    name: 'actions',
    filters: ['from', 'to', 'result'],
    size: ACTIONS_PAGE_SIZE,
    read: ({ page, filters: { from, to, result }, signal }) =>
      call(userActions, {
        query: { page, ...chosen({ from, to, result: oneOf(ACTION_RESULTS, result) }) },
        signal,
      }),
  });
  const columns: Column<PersonActionRow>[] = [
    {
      key: 'action',
      head: t('column.action'),
      main: true,
      cell: (row) => t(actionTexts(row)),
    },
    { key: 'time', head: t('column.time'), cell: ({ atMs }) => formatDateTimeShort(atMs) },
    { key: 'result', head: t('column.result'), cell: (row) => t(`result.${row.result}`) },
    { key: 'code', head: t('column.code'), cell: ({ code }) => code ?? '—' },
  ];
  const title = t('cabinet:page.actions');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TableTools list={list} exports={<ExportLinks list="actions" filters={list.filters} />}>
        <PeriodFilter list={list} />
        <ChoiceFilter
          list={list}
          name="result"
          label={t('column.result')}
          options={ACTION_RESULTS.map((value) => ({ value, label: t(`result.${value}`) }))}
        />
      </TableTools>
      <ListTable
        list={list}
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('none'), text: t('noneText'), icon: ListChecks }}
      />
    </>
  );
}
