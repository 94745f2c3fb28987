import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { FilePenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { editRequestsForStaff, type StaffEditRequest } from '#shared/api/profile.ts';
import { EDIT_REQUEST_STATUSES } from '#shared/states/profile.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { DecisionDialog, type Decision } from './decision-dialog.tsx';
import { RequestedChanges } from './requested-changes.tsx';
import css from './edit-requests.module.css';

const SIZE = 20;
const REFRESH_MS = 15_000;
const CHOICES = ['open', ...EDIT_REQUEST_STATUSES.filter((status) => status !== 'open'), 'all'] as const;

/** Requests to change people's data: open ones first in the order they came. Auditors look, the others decide. */
export function RequestsTable() {
  const { t } = useTranslation(['edit-requests', 'staff']);
  const mayDecide = hasRole(
    useSession((state) => state.me),
    ['moderator', 'operator', 'administrator'],
  );
  const [deciding, setDeciding] = useState<{ request: StaffEditRequest; decision: Decision } | null>(null);
  const { page, filters, choose, clear, pageTo } = useTableQuery(['status']);
  const status = CHOICES.find((each) => each === filters.status) ?? 'open';
  const { data, error, refetch } = useQuery({
    queryKey: ['console-edit-requests', status, page],
    queryFn: ({ signal }) => call(editRequestsForStaff, { query: { status, page, size: SIZE }, signal }),
    refetchInterval: REFRESH_MS,
  });
  const columns = columnsOf(t, {
    mayDecide,
    onDecide: (request, decision) => setDeciding({ request, decision }),
  });
  const title = t('staff:page.edit-requests');
  return (
    <div className={css.page}>
      <PageTitle>{title}</PageTitle>
      <TableTools>
        <SelectField
          label={t('status.label')}
          value={status}
          onChange={(value) => choose({ status: value === 'open' ? '' : value })}
          options={CHOICES.map((value) => ({
            value,
            label:
              value === 'open' && data ? t('status.openCount', { count: data.open }) : t(`status.${value}`),
          }))}
        />
      </TableTools>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('none'), text: t('noneText'), icon: FilePenLine }}
        filtered={status !== 'open'}
        onClearFilters={clear}
        page={page}
        pageCount={Math.ceil((data?.total ?? 0) / SIZE)}
        pageTo={pageTo}
      />
      {deciding ? <DecisionDialog {...deciding} onClose={() => setDeciding(null)} /> : null}
    </div>
  );
}

interface Deciding {
  mayDecide: boolean;
  onDecide: (request: StaffEditRequest, decision: Decision) => void;
}

function columnsOf(t: TFunction, { mayDecide, onDecide }: Deciding): Column<StaffEditRequest>[] {
  return [
    {
      key: 'person',
      head: t('column.person'),
      main: true,
      cell: ({ person }) => (
        <>
          {person.name}
          {person.phone ? <span className={css.small}>{person.phone}</span> : null}
        </>
      ),
    },
    { key: 'changes', head: t('column.changes'), cell: (row) => <RequestedChanges request={row} /> },
    { key: 'reason', head: t('column.reason'), cell: ({ reason }) => <p className={css.reason}>{reason}</p> },
    { key: 'time', head: t('column.time'), cell: (row) => formatDateTimeShort(row.createdAtMs) },
    {
      key: 'decision',
      head: t('column.decision'),
      cell: (row) =>
        row.status === 'open' ? (
          <OpenRequest own={row.own} mayDecide={mayDecide} onDecide={(decision) => onDecide(row, decision)} />
        ) : (
          <Decided request={row} />
        ),
    },
  ];
}

interface OpenRequestProps {
  own: boolean;
  mayDecide: boolean;
  onDecide: (decision: Decision) => void;
}

function OpenRequest({ own, mayDecide, onDecide }: OpenRequestProps) {
  const { t } = useTranslation('edit-requests');
  if (!mayDecide) return <span className={css.badge}>{t('status.open')}</span>;
  if (own) return <p className={css.reason}>{t('errors.own')}</p>;
  return (
    <div className={css.buttons}>
      <Button size="xs" onClick={() => onDecide('approve')}>
        {t('approve')}
      </Button>
      <Button size="xs" variant="default" onClick={() => onDecide('refuse')}>
        {t('refuse')}
      </Button>
    </div>
  );
}

function Decided({ request }: { request: StaffEditRequest }) {
  const { t } = useTranslation('edit-requests');
  return (
    <div>
      <span className={css.badge} data-status={request.status}>
        {t(`status.${request.status}`)}
      </span>
      <span className={css.small}>
        {[request.decidedBy, request.decidedAtMs ? formatDateTimeShort(request.decidedAtMs) : null]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {request.decisionReason ? <p className={css.reason}>{request.decisionReason}</p> : null}
    </div>
  );
}
