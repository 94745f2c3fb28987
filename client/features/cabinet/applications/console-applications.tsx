import type { TFunction } from 'i18next';
import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consoleApplications, type ConsoleApplication } from '#shared/api/cabinet/user-order.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { DEPOSIT_STATES } from '#shared/lifecycles/deposit.ts';
import { APPLICATION_STATUSES } from '#shared/lifecycles/trade-application.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter, LotFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { ApplicationBadge } from '#client/entities/application/application-badge.tsx';
import { RevokeDialog } from '#client/entities/application/revoke-dialog.tsx';
import { DepositCell, LotCell } from './lot-cells.tsx';
import css from './applications.module.css';

const SIZE = 25;

/** /console/applications: everybody's applications and deposits; a participant's right may be taken away. */
export function ConsoleApplications() {
  const { t } = useTranslation(['applications', 'staff']);
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.revokeApplications,
  );
  const [revoking, setRevoking] = useState<ConsoleApplication | null>(null);
  const list = useListPage({
    name: 'console-applications',
    filters: ['status', 'deposit', 'lot'],
    size: SIZE,
    read: ({ page, size, filters: { status, deposit, lot }, signal }) =>
      call(consoleApplications, {
        query: {
          page,
          size,
          ...chosen({ status: oneOf(APPLICATION_STATUSES, status) }),
          ...chosen({ deposit: oneOf(DEPOSIT_STATES, deposit) }),
          ...(lot ? { lot: Number(lot) } : {}),
        },
        signal,
      }),
  });
  const title = t('staff:page.applications');
  const columns = columnsOf(t, mayAct ? setRevoking : null);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TableTools list={list}>
        <LotFilter list={list} label={t('table.lotNumber')} />
        <ChoiceFilter
          list={list}
          name="status"
          label={t('table.status')}
          options={APPLICATION_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <ChoiceFilter
          list={list}
          name="deposit"
          label={t('table.deposit')}
          options={DEPOSIT_STATES.map((value) => ({ value, label: t(`depositState.${value}`) }))}
        />
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-applications" filters={list.filters} />}
        list={list}
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('console.none'), text: t('console.noneText'), icon: ClipboardList }}
      />
      {revoking ? (
        <RevokeDialog application={revoking} onClose={() => setRevoking(null)} onChange={list.again} />
      ) : null}
    </>
  );
}

/** The table's columns. @param onRevoke null: this person only looks */
function columnsOf(
  t: TFunction<['applications', 'staff']>,
  onRevoke: ((row: ConsoleApplication) => void) | null,
): Column<ConsoleApplication>[] {
  return [
    { key: 'lot', head: t('table.lot'), main: true, cell: (row) => <LotCell row={row} /> },
    {
      key: 'person',
      head: t('table.person'),
      cell: (row) => (
        <span className={css.lot}>
          {row.person ? <PersonLink person={row.person} /> : t('console.hidden')}
          <small>
            {t('mine.number', { number: row.number })}
            {row.leading && row.mayRevoke ? ` · ${t('console.leading')}` : ''}
          </small>
        </span>
      ),
    },
    {
      key: 'status',
      head: t('table.status'),
      cell: (row) => (
        <span className={css.lot}>
          <ApplicationBadge status={row.status} />
          {row.revokedBecause === null ? null : <small>{row.revokedBecause}</small>}
        </span>
      ),
    },
    { key: 'lotStatus', head: t('table.lotStatus'), cell: (row) => <StatusBadge status={row.lotStatus} /> },
    { key: 'deposit', head: t('table.deposit'), end: true, cell: (row) => <DepositCell row={row} /> },
    {
      key: 'limit',
      head: t('table.limit'),
      end: true,
      cell: ({ limitTiyin }) =>
        limitTiyin === null ? t('console.unlimited') : <MoneyText tiyin={limitTiyin} size="small" />,
    },
    { key: 'applied', head: t('table.applied'), cell: (row) => formatDateTimeShort(row.appliedAtMs) },
    ...(onRevoke
      ? [
          {
            key: 'actions',
            head: t('table.actions'),
            cell: (row: ConsoleApplication) =>
              row.mayRevoke ? (
                <button
                  type="button"
                  className={css.link}
                  aria-label={`${t('revoke.do')}: ${t('mine.number', { number: row.number })}, ${row.person?.name ?? ''}`}
                  onClick={() => onRevoke(row)}
                >
                  {t('revoke.do')}
                </button>
              ) : (
                '—'
              ),
          },
        ]
      : []),
  ];
}
