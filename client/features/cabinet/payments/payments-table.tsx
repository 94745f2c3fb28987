import { useQuery } from '@tanstack/react-query';
import { Download, ReceiptText, WalletCards } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  myPayment,
  myPayments,
  PAYMENT_PROVIDERS,
  topUpOptions,
  type PaymentView,
} from '#shared/api/cabinet/payments.ts';
import { PAYMENT_STATUSES } from '#shared/lifecycles/payment.ts';
import { Link } from 'react-router-dom';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ChoiceFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { PaymentStatusBadge } from '#client/entities/payment/payment-badge.tsx';
import layout from '#client/ui/layout.module.css';
import { receiptUrl } from './payment-parts.ts';
import css from './payments.module.css';

const PAGE_SIZE = 20;

/** The payment a link names, as a list of one. */
async function one(id: string, signal: AbortSignal) {
  const item = await call(myPayment, { params: { paymentId: Number(id) }, signal });
  return { items: [item], total: 1, page: 1, size: PAGE_SIZE };
}

/** What the person paid in, and the receipts of it; or the one payment a movement of money leads to. */
export function PaymentsTable() {
  const { t } = useTranslation('payments');
  const { data: options } = useQuery({
    queryKey: ['top-up-options'],
    queryFn: ({ signal }) => call(topUpOptions, { signal }),
    staleTime: 60_000,
  });
  const list = useListPage({
    name: 'payments',
    filters: ['from', 'to', 'status', 'provider', 'payment'],
    size: PAGE_SIZE,
    read: ({ page, size, filters: { from, to, status, provider, payment }, signal }) =>
      payment !== ''
        ? one(payment, signal)
        : call(myPayments, {
            query: {
              page,
              size,
              ...chosen({ from, to }),
              ...chosen({
                status: oneOf(PAYMENT_STATUSES, status),
                provider: oneOf(PAYMENT_PROVIDERS, provider),
              }),
            },
            signal,
          }),
  });
  usePersonUpdates('balance', list.again);
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
      {list.filters.payment === '' ? null : (
        <p className={css.only}>
          {t('list.only')} <Link to={paths.profile('payments')}>{t('list.all')}</Link>
        </p>
      )}
      <TableTools
        list={list.filters.payment === '' ? list : { bare: true }}
        exports={<ExportLinks list="payments" filters={list.filters} />}
      >
        <PeriodFilter list={list} />
        <ChoiceFilter
          list={list}
          name="status"
          label={t('list.status')}
          none={t('list.allStatuses')}
          options={PAYMENT_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <ChoiceFilter
          list={list}
          name="provider"
          label={t('list.provider')}
          none={t('list.allProviders')}
          options={(options?.providers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </TableTools>
      <ListTable
        list={list}
        label={title}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={{
          title: t('list.empty'),
          text: t('list.emptyText'),
          icon: ReceiptText,
          children: <ButtonLink to={paths.topUp()}>{t('list.topUp')}</ButtonLink>,
        }}
        mark={(row) => (row.status === 'paid' || row.status === 'pending' ? undefined : 'faded')}
      />
    </>
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
        <span className={layout.oneLine}>{receiptNumber ?? t('list.payment', { id })}</span>
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
