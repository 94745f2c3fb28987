import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACTION_RESULTS, ACTIONS_PAGE_SIZE, userActions, type PersonActionRow } from '#shared/api/actions.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { ExportLinks, PeriodField, TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';

/** What was done in the person's name: sign-ins, changes of data, applications; what was refused and why. */
export function ActionsTable() {
  const { t } = useTranslation(['actions', 'cabinet', 'ui']);
  const { page, filters, filtered, choose, clear, pageTo } = useTableQuery(['from', 'to', 'result']);
  const { from, to } = filters;
  const result = ACTION_RESULTS.find((each) => each === filters.result);
  const { data, error, refetch } = useQuery({
    queryKey: ['actions', page, filters],
    queryFn: ({ signal }) =>
      call(userActions, {
        query: { page, ...(from ? { from } : {}), ...(to ? { to } : {}), ...(result ? { result } : {}) },
        signal,
      }),
  });
  const columns: Column<PersonActionRow>[] = [
    {
      key: 'action',
      head: t('column.action'),
      main: true,
      cell: ({ type, action }) => t([`action.${type}.${action}`, 'action.other']),
    },
    { key: 'time', head: t('column.time'), cell: ({ atMs }) => formatDateTimeShort(atMs) },
    { key: 'result', head: t('column.result'), cell: (row) => t(`result.${row.result}`) },
    { key: 'code', head: t('column.code'), cell: ({ code }) => code ?? '—' },
  ];
  const title = t('cabinet:page.actions');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TableTools exports={<ExportLinks list="actions" filters={filters} />}>
        <PeriodField from={from} to={to} onChange={choose} />
        <SelectField
          label={t('column.result')}
          value={filters.result}
          onChange={(value) => choose({ result: value })}
          options={[
            { value: '', label: t('ui:table.all') },
            ...ACTION_RESULTS.map((value) => ({ value, label: t(`result.${value}`) })),
          ]}
        />
      </TableTools>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('none'), text: t('noneText'), icon: ListChecks }}
        filtered={filtered}
        onClearFilters={clear}
        page={page}
        pageCount={Math.ceil((data?.total ?? 0) / ACTIONS_PAGE_SIZE)}
        pageTo={pageTo}
      />
    </>
  );
}
