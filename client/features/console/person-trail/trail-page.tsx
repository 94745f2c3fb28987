import { FileSearch, UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { personTrail, TRAIL_KINDS } from '#shared/api/console/person-trail.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { paths } from '#client/lib/paths.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { ListLead } from '#client/ui/data-table/cells.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { useTrailColumns } from './trail-columns.tsx';

const SIZE = 50;

/** /console/accounts/{id}/trail: everything that is known of a person, in the order of time, each with a link to its own page. */
export function TrailPage() {
  const { t } = useTranslation('console-trail');
  const { uuid: personId = '' } = useParams();
  const columns = useTrailColumns(personId);
  // Looking is recorded, so that it is not repeated by itself.
  const list = useListPage({
    name: 'console-trail',
    of: personId,
    filters: ['kind', 'from', 'to'],
    size: SIZE,
    read: ({ page, size, filters: { kind, from, to }, signal }) =>
      call(personTrail, {
        params: { personId },
        query: { page, size, ...chosen({ kind: oneOf(TRAIL_KINDS, kind), from, to }) },
        signal,
      }),
  });
  if (list.error instanceof ApiError && list.error.status === 404)
    return (
      <EmptyState page icon={UserX} title={t('gone')} text={t('goneText')}>
        <ButtonLink to={paths.console('accounts')}>{t('toAccounts')}</ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <BackLink to={paths.consoleAccount(personId)}>{t('back')}</BackLink>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>{t('lead')}</ListLead>
      <TableTools>
        <ChoiceFilter
          list={list}
          name="kind"
          label={t('column.kind')}
          options={(list.data?.kinds ?? []).map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <PeriodFilter list={list} />
      </TableTools>
      <StaffListTable
        exports={
          <ExportLinks staff list="console-person-trail" filters={{ ...list.filters, person: personId }} />
        }
        list={list}
        label={t('title')}
        columns={columns}
        rowKey={({ kind, id }) => `${kind}-${id}`}
        empty={{ title: t('none'), text: t('noneText'), icon: FileSearch }}
      />
    </>
  );
}
