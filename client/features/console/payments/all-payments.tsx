import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { consolePayments, PAYMENT_PROVIDERS, type ConsolePayment } from '#shared/api/cabinet/payments.ts';
import { PAYMENT_STATUSES } from '#shared/lifecycles/payment.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { SearchFilter } from '#client/ui/data-table/search-filter.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PaymentStatusBadge } from '#client/entities/payment/payment-badge.tsx';
import layout from '#client/ui/layout.module.css';
import { PROVIDER_NAMES } from './provider-names.ts';
import css from './console-payments.module.css';

const PAGE_SIZE = 20;

/** Every payment, to be found by its number, its receipt's or the provider's. */
export function AllPayments() {
  const { t } = useTranslation(['console-payments', 'payments']);
  const list = useListPage({
    name: 'console-payments',
    filters: ['from', 'to', 'status', 'provider', 'search'],
    size: PAGE_SIZE,
    read: ({ page, size, filters, signal }) =>
      call(consolePayments, {
        query: {
          page,
          size,
          ...chosen({
            ...filters,
            status: oneOf(PAYMENT_STATUSES, filters.status),
            provider: oneOf(PAYMENT_PROVIDERS, filters.provider),
          }),
        },
        signal,
      }),
  });
  const { search } = list.filters;
  return (
    <div className={layout.fluidStack4}>
      <TableTools list={list}>
        <SearchFilter
          key={search}
          label={t('search')}
          hint={t('searchHint')}
          search={search}
          onSearch={(text) => list.choose({ search: text })}
        />
        <PeriodFilter list={list} />
        <ChoiceFilter
          list={list}
          name="status"
          label={t('payments:list.status')}
          none={t('payments:list.allStatuses')}
          options={PAYMENT_STATUSES.map((value) => ({ value, label: t(`payments:status.${value}`) }))}
        />
        <ChoiceFilter
          list={list}
          name="provider"
          label={t('payments:list.provider')}
          none={t('payments:list.allProviders')}
          options={PAYMENT_PROVIDERS.map((value) => ({ value, label: PROVIDER_NAMES[value] }))}
        />
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-payments" filters={list.filters} />}
        list={list}
        sums={list.data && [{ label: t('payments:list.amount'), tiyin: list.data.sums.amountTiyin }]}
        label={t('view.payments')}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={{ title: t('none'), text: t('noneText'), icon: ReceiptText }}
      />
    </div>
  );
}

function useColumns(): Column<ConsolePayment>[] {
  const { t } = useTranslation(['console-payments', 'payments']);
  return [
    {
      key: 'number',
      head: t('payments:list.number'),
      main: true,
      cell: ({ id }) => (
        <RecordLink kind="payment" number={id}>
          {id}
        </RecordLink>
      ),
    },
    {
      key: 'person',
      head: t('column.person'),
      cell: ({ personId, personName }) => <PersonLink person={{ id: personId, name: personName }} />,
    },
    {
      key: 'time',
      head: t('payments:list.time'),
      cell: ({ createdAtMs, paidAtMs }) => formatDateTimeShort(paidAtMs ?? createdAtMs),
    },
    {
      key: 'amount',
      head: t('payments:list.amount'),
      end: true,
      cell: ({ amountTiyin }) => <MoneyText tiyin={amountTiyin} />,
    },
    {
      key: 'status',
      head: t('payments:list.status'),
      cell: ({ status, cause }) => (
        <span className={css.stack}>
          <PaymentStatusBadge status={status} />
          {cause ? <small>{t(`payments:list.cause.${cause}`)}</small> : null}
        </span>
      ),
    },
    {
      key: 'provider',
      head: t('payments:list.provider'),
      cell: ({ providerName, providerNumber }) => (
        <span className={css.stack}>
          {providerName}
          {providerNumber ? <code>{providerNumber}</code> : null}
        </span>
      ),
    },
    {
      key: 'receipt',
      head: t('payments:list.receipt'),
      cell: ({ receiptNumber }) => receiptNumber ?? '—',
    },
  ];
}
