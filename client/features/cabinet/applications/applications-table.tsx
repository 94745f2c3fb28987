import type { TFunction } from 'i18next';
import { ClipboardList } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ApplicationRow } from '#shared/api/cabinet/user-order.ts';
import { OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';
import { APPLICATION_STATUSES } from '#shared/lifecycles/trade-application.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { ApplyDialog, CancelDialog } from '#client/entities/application/dialogs.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ChoiceFilter, LotFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { OwnBidsButton } from '#client/entities/application/own-bids-button.tsx';
import { ApplicationBadge } from '#client/entities/application/application-badge.tsx';
import { DepositCell, LotCell } from './lot-cells.tsx';
import { useApplications } from './use-applications.ts';
import css from './applications.module.css';

/** What one can do with an application now. */
type RowAction = 'cancel' | 'again' | 'room' | 'result';

function actionOf(row: ApplicationRow, serverAtMs: number): RowAction | null {
  const open = OPEN_STATUSES.includes(row.lotStatus);
  if (!open) return row.practice ? null : 'result';
  if (row.status === 'cancelled') return serverAtMs < row.applicationsUntilMs ? 'again' : null;
  if (row.cancelUntilMs !== null) return 'cancel';
  return row.status === 'accepted' ? 'room' : null;
}

/** /profile/applications: every application, what became of it and of its deposit. */
export function ApplicationsTable() {
  const { t } = useTranslation(['applications', 'cabinet']);
  const [dialog, setDialog] = useState<{ row: ApplicationRow; action: 'cancel' | 'again' } | null>(null);
  const list = useApplications();
  const title = t('cabinet:page.applications');

  const columns = columnsOf(t, list.data?.serverAtMs ?? 0, (row, action) => setDialog({ row, action }));

  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TableTools list={list} exports={<ExportLinks list="applications" filters={list.filters} />}>
        <LotFilter list={list} label={t('table.lotNumber')} />
        <ChoiceFilter
          list={list}
          name="status"
          label={t('table.status')}
          options={APPLICATION_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <PeriodFilter list={list} />
      </TableTools>
      <ListTable
        list={list}
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          title: t('table.none'),
          text: t('table.noneText'),
          icon: ClipboardList,
          children: <ButtonLink to={paths.lotList()}>{t('table.toLots')}</ButtonLink>,
        }}
      />
      {dialog ? (
        <Suspense>
          {dialog.action === 'cancel' ? (
            <CancelDialog
              lotId={dialog.row.lotId}
              depositTiyin={dialog.row.deposit === 'held' ? dialog.row.depositTiyin : 0}
              onClose={() => setDialog(null)}
            />
          ) : (
            <ApplyDialog
              lotId={dialog.row.lotId}
              depositTiyin={dialog.row.depositTiyin}
              from="cabinet"
              onClose={() => setDialog(null)}
            />
          )}
        </Suspense>
      ) : null}
    </>
  );
}

/** The table's columns. */
function columnsOf(
  t: TFunction<['applications', 'cabinet']>,
  serverAtMs: number,
  onDialog: (row: ApplicationRow, action: 'cancel' | 'again') => void,
): Column<ApplicationRow>[] {
  return [
    { key: 'lot', head: t('table.lot'), main: true, cell: (row) => <LotCell row={row} /> },
    { key: 'status', head: t('table.status'), cell: ({ status }) => <ApplicationBadge status={status} /> },
    { key: 'lotStatus', head: t('table.lotStatus'), cell: (row) => <StatusBadge status={row.lotStatus} /> },
    { key: 'number', head: t('table.number'), end: true, cell: ({ number }) => number },
    { key: 'deposit', head: t('table.deposit'), end: true, cell: (row) => <DepositCell row={row} /> },
    { key: 'applied', head: t('table.applied'), cell: (row) => formatDateTimeShort(row.appliedAtMs) },
    {
      key: 'actions',
      head: t('table.actions'),
      cell: (row) => {
        const action = actionOf(row, serverAtMs);
        if (action === null) return '—';
        if (action === 'room' || action === 'result')
          return (
            <span className={css.lot}>
              <Link to={action === 'room' ? paths.gameView(row.lotId) : paths.lotResult(row.lotId)}>
                {t(`action.${action}`)}
              </Link>
              <OwnBidsButton lotId={row.lotId}>{t('action.bids')}</OwnBidsButton>
              {row.protestUntilMs === undefined ? null : (
                <small>{t('table.protestUntil', { time: formatDateTimeShort(row.protestUntilMs) })}</small>
              )}
            </span>
          );
        return (
          <button type="button" className={css.link} onClick={() => onDialog(row, action)}>
            {t(`action.${action}`)}
          </button>
        );
      },
    },
  ];
}
