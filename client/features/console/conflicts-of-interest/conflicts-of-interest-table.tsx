import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  CONFLICT_RESULTS,
  conflictsOfInterest,
  type Conflict,
} from '#shared/api/console/console-conflicts-of-interest.ts';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';

const SIZE = 20;

/** /console/conflicts: what staff tried to do about things they have a part in, refused or noted. */
export function ConflictsTable() {
  const { t } = useTranslation('console-conflicts');
  const list = useListPage({
    name: 'console-conflicts',
    filters: ['result'],
    size: SIZE,
    read: ({ page, size, filters: { result }, signal }) =>
      call(conflictsOfInterest, {
        query: { page, size, ...chosen({ result: oneOf(CONFLICT_RESULTS, result) }) },
        signal,
      }),
  });
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>{t('lead')}</ListLead>
      <TableTools>
        <ChoiceFilter
          list={list}
          name="result"
          label={t('column.result')}
          none={t('all')}
          options={CONFLICT_RESULTS.map((value) => ({ value, label: t(`result.${value}`) }))}
        />
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-conflicts" filters={list.filters} />}
        list={list}
        label={t('title')}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={{ title: t('none'), text: t('noneText'), icon: Scale }}
      />
    </>
  );
}

function useColumns(): Column<Conflict>[] {
  const { t } = useTranslation('console-conflicts');
  return [
    {
      key: 'staff',
      head: t('column.staff'),
      main: true,
      cell: ({ staff, atMs }) => (
        <Stacked>
          {staff.name}
          <small>{formatDateTimeShort(atMs)}</small>
        </Stacked>
      ),
    },
    {
      key: 'action',
      head: t('column.action'),
      cell: ({ action, subject }) => (
        <Stacked>
          {/* A call of a newer release has no words here yet: its name says what it was. */}
          {t(`action.${action.replace(/^console\./, '')}`, { defaultValue: action })}
          <small>
            <RecordLink kind={subject.kind} number={subject.id}>
              {t(`subject.${subject.kind}`, { id: subject.id })}
            </RecordLink>
          </small>
        </Stacked>
      ),
    },
    {
      key: 'person',
      head: t('column.person'),
      cell: ({ person, ground }) => (
        <Stacked>
          <PersonLink person={person} />
          <small>{t(`ground.${ground}`)}</small>
        </Stacked>
      ),
    },
    {
      key: 'result',
      head: t('column.result'),
      cell: ({ result }) => (
        <Badge colour={result === 'refused' ? 'danger' : 'warning'}>{t(`result.${result}`)}</Badge>
      ),
    },
  ];
}
