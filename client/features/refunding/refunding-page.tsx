import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { myRefunds, type RefundView } from '#shared/api/refunds.ts';
import { REFUND_STATUSES } from '#shared/states/refund.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { usePersonNews } from '#client/lib/person-news.ts';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { ExportLinks, PeriodField, TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { RefundStatusBadge, useRefundStatuses } from '#client/ui/refund-status.tsx';
import { CancelRefund } from './cancel-refund.tsx';
import { useDestinationName } from './destination-name.ts';
import { RefundForm } from './refund-form.tsx';
import css from './refunding.module.css';

const PAGE_SIZE = 20;
/** `?new=1` opens the form: the way here from elsewhere, and back from a renewed sign-in. */
const NEW = 'new';

/** Applications for money back: a new one, and how those sent are getting on. */
export function RefundingPage() {
  const { t } = useTranslation('refunding');
  const [search, setSearch] = useSearchParams();
  const opened = search.get(NEW) === '1';
  const show = (form: boolean) => {
    const next = new URLSearchParams(search);
    if (form) next.set(NEW, '1');
    else next.delete(NEW);
    setSearch(next, { replace: true });
  };
  return (
    <>
      <PageTitle
        aside={
          opened ? undefined : (
            <Button leftSection={<Undo2 size={18} aria-hidden />} onClick={() => show(true)}>
              {t('new')}
            </Button>
          )
        }
      >
        {t('title')}
      </PageTitle>
      <p className={css.lead}>{t('lead')}</p>
      {opened ? <RefundForm onClose={() => show(false)} /> : null}
      <RefundsTable onNew={opened ? null : () => show(true)} />
    </>
  );
}

function RefundsTable({ onNew }: { onNew: (() => void) | null }) {
  const { t } = useTranslation('refunding');
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<RefundView | null>(null);
  const { page, filters, filtered, choose, clear, pageTo } = useTableQuery(['status', 'from', 'to']);
  const { from, to } = filters;
  const status = REFUND_STATUSES.find((each) => each === filters.status);
  const { data, error, refetch } = useQuery({
    queryKey: ['refunds', page, filters],
    queryFn: ({ signal }) =>
      call(myRefunds, {
        query: {
          ...{ page, size: PAGE_SIZE },
          ...(status ? { status } : {}),
          ...(from ? { from } : {}),
          ...(to ? { to } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const statuses = useRefundStatuses();
  // Staff's decisions come with a message and, mostly, with money.
  usePersonNews('balance', () => void queries.invalidateQueries({ queryKey: ['refunds'] }));
  usePersonNews('messages', () => void queries.invalidateQueries({ queryKey: ['refunds'] }));
  const columns = useColumns(setLeaving);
  const title = t('title');
  return (
    <>
      <TableTools exports={<ExportLinks list="refunds" filters={filters} />}>
        <PeriodField from={from} to={to} onChange={choose} />
        <SelectField
          label={t('statusLabel')}
          value={filters.status}
          onChange={(value) => choose({ status: value })}
          options={[{ value: '', label: t('allStatuses') }, ...statuses]}
        />
      </TableTools>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          title: t('empty'),
          text: t('emptyText'),
          icon: Undo2,
          children: onNew ? <Button onClick={onNew}>{t('new')}</Button> : null,
        }}
        filtered={filtered}
        onClearFilters={clear}
        page={page}
        pageCount={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
        pageTo={pageTo}
        mark={(row) => (row.status === 'rejected' || row.status === 'cancelled' ? 'faded' : undefined)}
      />
      {leaving ? <CancelRefund refund={leaving} onClose={() => setLeaving(null)} /> : null}
    </>
  );
}

function useColumns(onCancel: (refund: RefundView) => void): Column<RefundView>[] {
  const { t } = useTranslation('refunding');
  const name = useDestinationName();
  return [
    {
      key: 'number',
      head: t('column.number'),
      main: true,
      cell: ({ id }) => t('number', { id }),
    },
    { key: 'time', head: t('column.time'), cell: ({ createdAtMs }) => formatDateTimeShort(createdAtMs) },
    {
      key: 'destination',
      head: t('column.destination'),
      cell: ({ destination }) => {
        const { title, detail } = name(destination);
        return (
          <span className={css.destination}>
            {title}
            <small>{detail}</small>
          </span>
        );
      },
    },
    {
      key: 'amount',
      head: t('column.amount'),
      end: true,
      cell: ({ amountTiyin }) => <MoneyText tiyin={amountTiyin} />,
    },
    {
      key: 'status',
      head: t('column.status'),
      cell: ({ status }) => <RefundStatusBadge status={status} />,
    },
    {
      key: 'note',
      head: t('column.note'),
      cell: (refund) => <Note refund={refund} onCancel={() => onCancel(refund)} />,
    },
  ];
}

function Note({ refund, onCancel }: { refund: RefundView; onCancel: () => void }) {
  const { t } = useTranslation('refunding');
  if (refund.mayCancel)
    return (
      <button
        type="button"
        className={css.quiet}
        aria-label={`${t('cancel')}: ${t('number', { id: refund.id })}`}
        onClick={onCancel}
      >
        {t('cancel')}
      </button>
    );
  if (refund.status === 'paid') return t('paidBy', { number: refund.bankDocument });
  return refund.reason ?? '—';
}
