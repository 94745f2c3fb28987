import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, ReceiptText, WalletCards } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  myPayments,
  PAYMENT_PROVIDERS,
  PAYMENT_STATUSES,
  topUpOptions,
  type PaymentView,
} from '#shared/api/payments.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { usePersonNews } from '#client/lib/person-news.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { ExportLinks, PeriodField, TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { PaymentStatusBadge } from '#client/ui/payment-status.tsx';
import { receiptUrl } from './payment-parts.ts';
import css from './payments.module.css';

const PAGE_SIZE = 20;
const PAGES = ['payments'];

/** What the person paid in, and the receipts of it. */
export function PaymentsTable() {
  const { t } = useTranslation('payments');
  const queries = useQueryClient();
  const { page, filters, filtered, choose, clear, pageTo } = useTableQuery([
    'from',
    'to',
    'status',
    'provider',
  ]);
  const { from, to } = filters;
  const status = PAYMENT_STATUSES.find((each) => each === filters.status);
  const provider = PAYMENT_PROVIDERS.find((each) => each === filters.provider);
  const { data, error, refetch } = useQuery({
    queryKey: [...PAGES, page, filters],
    queryFn: ({ signal }) =>
      call(myPayments, {
        query: {
          ...{ page, size: PAGE_SIZE },
          ...(from ? { from } : {}),
          ...(to ? { to } : {}),
          ...(status ? { status } : {}),
          ...(provider ? { provider } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  usePersonNews('balance', () => void queries.invalidateQueries({ queryKey: PAGES }));
  const title = t('list.title');
  return (
    <>
      <PageTitle
        aside={
          <ButtonLink to={paths.topUp()} leftSection={<WalletCards size={18} aria-hidden />}>
            {t('list.topUp')}
          </ButtonLink>
        }
      >
        {title}
      </PageTitle>
      <Filters {...{ from, to, choose, filters }} />
      <DataTable
        label={title}
        columns={useColumns()}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          title: t('list.empty'),
          text: t('list.emptyText'),
          icon: ReceiptText,
          children: <ButtonLink to={paths.topUp()}>{t('list.topUp')}</ButtonLink>,
        }}
        filtered={filtered}
        onClearFilters={clear}
        page={page}
        pageCount={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
        pageTo={pageTo}
        mark={(row) => (row.status === 'paid' || row.status === 'pending' ? undefined : 'faded')}
      />
    </>
  );
}

interface FiltersProps {
  from: string;
  to: string;
  filters: Readonly<Record<string, string>>;
  choose: (patch: Partial<Record<'from' | 'to' | 'status' | 'provider', string>>) => void;
}

function Filters({ from, to, filters, choose }: FiltersProps) {
  const { t } = useTranslation('payments');
  const { data: options } = useQuery({
    queryKey: ['top-up-options'],
    queryFn: ({ signal }) => call(topUpOptions, { signal }),
    staleTime: 60_000,
  });
  return (
    <TableTools exports={<ExportLinks list="payments" filters={filters} />}>
      <PeriodField from={from} to={to} onChange={choose} />
      <SelectField
        label={t('list.status')}
        value={filters.status ?? ''}
        onChange={(value) => choose({ status: value })}
        options={[
          { value: '', label: t('list.allStatuses') },
          ...PAYMENT_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
      />
      <SelectField
        label={t('list.provider')}
        value={filters.provider ?? ''}
        onChange={(value) => choose({ provider: value })}
        options={[
          { value: '', label: t('list.allProviders') },
          ...(options?.providers ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </TableTools>
  );
}

function useColumns(): Column<PaymentView>[] {
  const { t } = useTranslation('payments');
  return [
    {
      key: 'number',
      head: t('list.number'),
      main: true,
      cell: ({ id, receiptNumber }) => (
        <span className={css.number}>{receiptNumber ?? t('list.payment', { id })}</span>
      ),
    },
    {
      key: 'time',
      head: t('list.time'),
      cell: ({ createdAtMs, paidAtMs }) => formatDateTimeShort(paidAtMs ?? createdAtMs),
    },
    { key: 'provider', head: t('list.provider'), cell: ({ providerName }) => providerName },
    {
      key: 'amount',
      head: t('list.amount'),
      end: true,
      cell: ({ amountTiyin }) => <MoneyText tiyin={amountTiyin} />,
    },
    {
      key: 'status',
      head: t('list.status'),
      cell: ({ status }) => <PaymentStatusBadge status={status} />,
    },
    {
      key: 'description',
      head: t('list.description'),
      cell: ({ cause }) => (cause ? t(`list.cause.${cause}`) : t('list.purpose')),
    },
    { key: 'receipt', head: t('list.receipt'), cell: (row) => <Receipt payment={row} /> },
  ];
}

function Receipt({ payment: { id, receiptNumber } }: { payment: PaymentView }) {
  const { t } = useTranslation('payments');
  if (!receiptNumber) return '—';
  return (
    <a
      className={css.download}
      href={receiptUrl(id)}
      download
      aria-label={t('list.downloadOf', { number: receiptNumber })}
    >
      <Download size={18} aria-hidden />
      {t('list.download')}
    </a>
  );
}
