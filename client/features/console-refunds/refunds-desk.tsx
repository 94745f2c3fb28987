import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refundsForStaff, type StaffRefund } from '#shared/api/refunds.ts';
import { REFUND_STATUSES } from '#shared/states/refund.ts';
import { CARD_NAMES } from '#shared/validation/card-number.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { PeriodField, TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { RefundStatusBadge, useRefundStatuses } from '#client/ui/refund-status.tsx';
import { DecisionDialog, type Verb } from './decision-dialog.tsx';
import css from './console-refunds.module.css';

const PAGE_SIZE = 20;
/** Others decide too, and people take their applications back. */
const ASK_MS = 15_000;
const ALL = 'all';

/** Refunds of everybody: those that wait for staff, or all of them. */
export function RefundsDesk() {
  const { t } = useTranslation('console-refunds');
  const { page, filters, filtered, choose, clear, pageTo } = useTableQuery(['state', 'status', 'from', 'to']);
  const [deciding, setDeciding] = useState<{ refund: StaffRefund; verb: Verb } | null>(null);
  const { from, to } = filters;
  const status = REFUND_STATUSES.find((each) => each === filters.status);
  const { data, error, refetch } = useQuery({
    queryKey: ['console-refunds', page, filters],
    queryFn: ({ signal }) =>
      call(refundsForStaff, {
        query: {
          ...{ page, size: PAGE_SIZE, state: filters.state === ALL ? 'all' : 'waiting' },
          ...(status ? { status } : {}),
          ...(from ? { from } : {}),
          ...(to ? { to } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_MS,
  });
  const statuses = useRefundStatuses();
  const columns = useColumns((refund, verb) => setDeciding({ refund, verb }));
  return (
    <div className={css.page}>
      <PageTitle>{t('title')}</PageTitle>
      <p className={css.lead}>
        {data ? <strong>{t('waiting', { count: data.waiting })}. </strong> : null}
        {t('lead')}
      </p>
      <TableTools>
        <SelectField
          label={t('state')}
          value={filters.state}
          onChange={(value) => choose({ state: value, status: '' })}
          options={[
            { value: '', label: t('waitingOption') },
            { value: ALL, label: t('all') },
          ]}
        />
        <SelectField
          label={t('column.status')}
          value={filters.status}
          onChange={(value) => choose({ status: value })}
          options={[{ value: '', label: t('all') }, ...statuses]}
        />
        <PeriodField from={from} to={to} onChange={choose} />
      </TableTools>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Undo2 }}
        filtered={filtered}
        onClearFilters={clear}
        page={page}
        pageCount={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
        pageTo={pageTo}
      />
      {deciding ? <DecisionDialog {...deciding} onClose={() => setDeciding(null)} /> : null}
    </div>
  );
}

function useColumns(onDecide: (refund: StaffRefund, verb: Verb) => void): Column<StaffRefund>[] {
  const { t } = useTranslation('console-refunds');
  return [
    {
      key: 'number',
      head: t('column.number'),
      main: true,
      cell: ({ id, person }) => (
        <span className={css.stack}>
          № {id}
          <small>{person.name}</small>
        </span>
      ),
    },
    { key: 'time', head: t('column.time'), cell: ({ createdAtMs }) => formatDateTimeShort(createdAtMs) },
    {
      key: 'destination',
      head: t('column.destination'),
      cell: ({ destination: to }) => (
        <span className={css.stack}>
          {to.kind === 'card' ? CARD_NAMES[to.type] : to.bankName}
          <small className={css.digits}>
            {to.kind === 'card' ? to.mask : `${to.account} · ${t('mfo', { mfo: to.mfo })}`}
          </small>
        </span>
      ),
    },
    {
      key: 'amount',
      head: t('column.amount'),
      end: true,
      cell: ({ amountTiyin }) => <MoneyText tiyin={amountTiyin} />,
    },
    { key: 'status', head: t('column.status'), cell: (refund) => <Status refund={refund} /> },
    { key: 'steps', head: t('column.steps'), cell: ({ steps }) => <Steps steps={steps} /> },
    {
      key: 'actions',
      head: t('column.actions'),
      cell: (refund) =>
        refund.may.length === 0 ? (
          '—'
        ) : (
          <span className={css.verbs}>
            {refund.may.map((verb) => (
              <button
                key={verb}
                type="button"
                data-verb={verb}
                aria-label={`${t(`act.${verb}`)}: № ${refund.id}`}
                onClick={() => onDecide(refund, verb)}
              >
                {t(`act.${verb}`)}
              </button>
            ))}
          </span>
        ),
    },
  ];
}

function Status({ refund }: { refund: StaffRefund }) {
  const { t } = useTranslation('console-refunds');
  const { status, steps, approvalsNeeded } = refund;
  const count = steps.filter(({ action }) => action === 'approved').length;
  const open = status === 'created' || status === 'under-review';
  return (
    <span className={css.stack}>
      <RefundStatusBadge status={status} />
      {open && approvalsNeeded > 1 ? (
        <small>{t('approvals', { count, needed: approvalsNeeded })}</small>
      ) : null}
    </span>
  );
}

/** Who did what and when; the words that were said with it. */
function Steps({ steps }: { steps: StaffRefund['steps'] }) {
  const { t } = useTranslation('console-refunds');
  return (
    <ol className={css.steps}>
      {steps.map(({ action, by, atMs, note }) => (
        <li key={`${action}-${atMs}-${by}`}>
          {formatDateTimeShort(atMs)} {t(`step.${action}`)}
          {by && action !== 'sent' ? `, ${by}` : ''}
          {note ? <q>{note}</q> : null}
        </li>
      ))}
    </ol>
  );
}
