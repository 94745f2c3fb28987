import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ACTION_RESULTS, actionTexts } from '#shared/api/cabinet/actions.ts';
import {
  ACTION_ACTORS,
  consoleActions,
  MOST_COUNTED,
  type StaffLogAction,
} from '#shared/api/console/action-log.ts';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { SearchFilter } from '#client/ui/data-table/search-filter.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import layout from '#client/ui/layout.module.css';
import css from './action-log.module.css';

const PAGE_SIZE = 20;
const ASK_MS = 30_000;
const HASH_CHARS = 16;

/** /console/action-log: what staff and people did, from where, and the head of the chain that shows it is whole. */
export function ActionLogTable() {
  const { t } = useTranslation(['console-actions', 'actions']);
  const list = useListPage({
    name: 'console-actions',
    filters: ['who', 'person', 'type', 'result', 'about', 'address', 'from', 'to'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { who, person, result, ...filters }, signal }) =>
      call(consoleActions, {
        query: {
          page,
          size,
          ...chosen({
            ...filters,
            who: oneOf(ACTION_ACTORS, who),
            personId: person,
            result: oneOf(ACTION_RESULTS, result),
          }),
        },
        signal,
      }),
  });
  const columns = useColumns();
  const { data, filters } = list;
  const head = data?.head;
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>
        {t('lead')}{' '}
        {head ? (
          <span title={head.hash}>
            {t('head', { number: head.number, at: formatDateTime(head.sealedAtMs) })}{' '}
            <code className={css.hash}>{head.hash.slice(0, HASH_CHARS)}…</code>
          </span>
        ) : null}
      </ListLead>
      <TableTools>
        <SearchFilter
          key={filters.about}
          label={t('column.about')}
          search={filters.about}
          onSearch={(about) => list.choose({ about })}
        />
        <ChoiceFilter
          list={list}
          name="who"
          label={t('who.label')}
          none={t('who.staff')}
          options={[
            { value: 'all', label: t('who.all') },
            { value: 'unknown', label: t('who.unknown') },
          ]}
        />
        <ChoiceFilter
          list={list}
          name="type"
          label={t('column.type')}
          options={(data?.types ?? [filters.type].filter(Boolean)).map((value) => ({
            value,
            label: t(`type.${value}`, value),
          }))}
        />
        <ChoiceFilter
          list={list}
          name="result"
          label={t('actions:column.result')}
          options={ACTION_RESULTS.map((value) => ({ value, label: t(`actions:result.${value}`) }))}
        />
        <PeriodFilter list={list} />
        {filters.person ? (
          <SelectField
            label={t('column.person')}
            value={filters.person}
            onChange={(person) => list.choose({ person })}
            options={[
              { value: filters.person, label: data?.items[0]?.person?.name || t('onePerson') },
              { value: '', label: t('everybody') },
            ]}
          />
        ) : null}
        {filters.address ? (
          <SelectField
            label={t('column.address')}
            value={filters.address}
            onChange={(address) => list.choose({ address })}
            options={[
              { value: filters.address, label: filters.address },
              { value: '', label: t('everywhere') },
            ]}
          />
        ) : null}
      </TableTools>
      {data?.total === MOST_COUNTED ? (
        <p className={layout.muted}>{t('more', { count: MOST_COUNTED })}</p>
      ) : null}
      <StaffListTable
        exports={<ExportLinks staff list="console-actions" filters={filters} />}
        list={list}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('empty'), text: t('emptyText'), icon: ScrollText }}
      />
    </>
  );
}

function useColumns(): Column<StaffLogAction>[] {
  const { t } = useTranslation(['console-actions', 'actions']);
  const narrowed = (filters: Record<string, string>) =>
    `${paths.console('action-log')}?${new URLSearchParams(filters).toString()}`;
  return [
    {
      key: 'action',
      head: t('actions:column.action'),
      main: true,
      cell: (row) => (
        <Stacked>
          {t(actionTexts(row).map((key) => `actions:${key}`))}
          <small>
            {row.type}.{row.action}
          </small>
        </Stacked>
      ),
    },
    {
      key: 'time',
      head: t('actions:column.time'),
      cell: ({ atMs }) => formatDateTime(atMs, { seconds: true }),
    },
    {
      key: 'person',
      head: t('column.person'),
      cell: ({ person }) =>
        person ? (
          <Link to={narrowed({ who: 'all', person: person.id })}>{person.name || t('erased')}</Link>
        ) : (
          t('who.unknown')
        ),
    },
    {
      key: 'about',
      head: t('column.about'),
      cell: ({ about }) => {
        if (about === null) return '—';
        const [kind = '', id = ''] = about.split(':');
        return (
          <RecordLink kind={kind} number={id}>
            {about}
          </RecordLink>
        );
      },
    },
    {
      key: 'result',
      head: t('actions:column.result'),
      cell: ({ result }) => (
        <Badge colour={result === 'done' ? 'success' : 'danger'}>{t(`actions:result.${result}`)}</Badge>
      ),
    },
    {
      key: 'address',
      head: t('column.address'),
      cell: ({ address }) =>
        address === null ? '—' : <Link to={narrowed({ who: 'all', address })}>{address}</Link>,
    },
  ];
}
