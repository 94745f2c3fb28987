import type { TFunction } from 'i18next';
import { FilePenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { editRequestsForStaff, type StaffEditRequest } from '#shared/api/cabinet/profile.ts';
import { EDIT_REQUEST_STATUSES } from '#shared/lifecycles/edit-request.ts';
import { showPhone } from '#shared/validation/phone.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { DecisionWords } from '#client/entities/edit-request/decision-words.tsx';
import { Changes } from '#client/entities/edit-request/changes.tsx';
import { EditRequestBadge } from '#client/entities/edit-request/edit-request-badge.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import layout from '#client/ui/layout.module.css';
import { DecisionDialog, type Decision } from './decision-dialog.tsx';
import css from './edit-requests.module.css';

const SIZE = 20;
const REFRESH_MS = 15_000;
const OTHERS = [...EDIT_REQUEST_STATUSES.filter((status) => status !== 'open'), 'all'] as const;

/** Requests to change people's data: open ones first in the order they came. Auditors look, the others decide. */
export function RequestsTable() {
  const { t } = useTranslation(['edit-requests', 'staff']);
  const me = useSession((state) => state.me);
  const mayDecide = hasRole(me, STAFF_RIGHTS.decideEditRequests);
  const mayPropose = hasRole(me, STAFF_RIGHTS.decideNumberClaims);
  const [deciding, setDeciding] = useState<{ request: StaffEditRequest; decision: Decision } | null>(null);
  const list = useListPage({
    name: 'console-edit-requests',
    filters: ['status'],
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, filters, signal }) =>
      call(editRequestsForStaff, {
        query: { page, size, status: oneOf(OTHERS, filters.status) ?? 'open' },
        signal,
      }),
  });
  const columns = columnsOf(t, {
    mayDecide,
    mayPropose,
    onDecide: (request, decision) => setDeciding({ request, decision }),
  });
  const title = t('staff:page.edit-requests');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TableTools>
        <ChoiceFilter
          list={list}
          name="status"
          label={t('status.label')}
          none={list.data ? t('status.openCount', { count: list.data.open }) : t('status.open')}
          options={OTHERS.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-edit-requests" filters={list.filters} />}
        list={list}
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('none'), text: t('noneText'), icon: FilePenLine }}
      />
      {deciding ? (
        <DecisionDialog {...deciding} onClose={() => setDeciding(null)} onChange={list.again} />
      ) : null}
    </>
  );
}

interface Deciding {
  mayDecide: boolean;
  /** What a second person decides. */
  mayPropose: boolean;
  onDecide: (request: StaffEditRequest, decision: Decision) => void;
}

function columnsOf(t: TFunction, { mayDecide, mayPropose, onDecide }: Deciding): Column<StaffEditRequest>[] {
  return [
    {
      key: 'person',
      head: t('column.person'),
      main: true,
      cell: ({ person }) => (
        <>
          {person.name}
          {person.phone ? <span className={css.small}>{showPhone(person.phone)}</span> : null}
        </>
      ),
    },
    { key: 'changes', head: t('column.changes'), cell: (row) => <Changes request={row} /> },
    { key: 'reason', head: t('column.reason'), cell: ({ reason }) => <p className={css.reason}>{reason}</p> },
    { key: 'time', head: t('column.time'), cell: (row) => formatDateTimeShort(row.createdAtMs) },
    {
      key: 'decision',
      head: t('column.decision'),
      cell: (row) =>
        row.status === 'open' ? (
          <OpenRequest
            own={row.own}
            mayDecide={mayDecide}
            agree={[
              ...(row.changes.nationalId === null ? (['approve'] as const) : []),
              ...(mayPropose ? (['propose'] as const) : []),
            ]}
            onDecide={(decision) => onDecide(row, decision)}
          />
        ) : (
          <Decided request={row} />
        ),
    },
  ];
}

interface OpenRequestProps {
  own: boolean;
  mayDecide: boolean;
  /** One person approves a name, unless it is that of somebody who trades. */
  agree: readonly ('approve' | 'propose')[];
  onDecide: (decision: Decision) => void;
}

function OpenRequest({ own, mayDecide, agree, onDecide }: OpenRequestProps) {
  const { t } = useTranslation('edit-requests');
  if (!mayDecide) return <EditRequestBadge status="open">{t('status.open')}</EditRequestBadge>;
  if (own) return <p className={css.reason}>{t('errors.own')}</p>;
  return (
    <div className={layout.row2}>
      {agree.map((decision) => (
        <Button key={decision} size="xs" onClick={() => onDecide(decision)}>
          {t(decision)}
        </Button>
      ))}
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
      <EditRequestBadge status={request.status}>{t(`status.${request.status}`)}</EditRequestBadge>
      <span className={css.small}>
        {[request.decidedBy, request.decidedAtMs ? formatDateTimeShort(request.decidedAtMs) : null]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <DecisionWords request={request} className={css.reason} />
    </div>
  );
}
