import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  consolePayments,
  PAYMENT_PROVIDERS,
  PAYMENT_STATUSES,
  type ConsolePayment,
} from '#shared/api/payments.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { PeriodField, TableTools } from '#client/ui/data-table/table-tools.tsx';
import { Field, SelectField } from '#client/ui/field.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PaymentStatusBadge } from '#client/ui/payment-status.tsx';
import { PROVIDER_NAMES } from './provider-names.ts';
import css from './console-payments.module.css';

const PAGE_SIZE = 20;

/** Every payment, to be found by its number, its receipt's or the provider's. */
export function EverybodysPayments() {
  const { t } = useTranslation(['console-payments', 'payments']);
  const table = useTableQuery(['from', 'to', 'status', 'provider', 'search']);
  const { page, filters, filtered, choose, clear, pageTo } = table;
  const { from, to, search } = filters;
  const status = PAYMENT_STATUSES.find((each) => each === filters.status);
  const provider = PAYMENT_PROVIDERS.find((each) => each === filters.provider);
  const { data, error, refetch } = useQuery({
    queryKey: ['console-payments', page, filters],
    queryFn: ({ signal }) =>
      call(consolePayments, {
        query: {
          ...{ page, size: PAGE_SIZE },
          ...(from ? { from } : {}),
          ...(to ? { to } : {}),
          ...(status ? { status } : {}),
          ...(provider ? { provider } : {}),
          ...(search ? { search } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={css.view}>
      <TableTools>
        <SearchField key={search} search={search} onSearch={(text) => choose({ search: text })} />
        <PeriodField from={from} to={to} onChange={choose} />
        <SelectField
          label={t('payments:list.status')}
          value={filters.status}
          onChange={(value) => choose({ status: value })}
          options={[
            { value: '', label: t('payments:list.allStatuses') },
            ...PAYMENT_STATUSES.map((value) => ({ value, label: t(`payments:status.${value}`) })),
          ]}
        />
        <SelectField
          label={t('payments:list.provider')}
          value={filters.provider}
          onChange={(value) => choose({ provider: value })}
          options={[
            { value: '', label: t('payments:list.allProviders') },
            ...PAYMENT_PROVIDERS.map((value) => ({ value, label: PROVIDER_NAMES[value] })),
          ]}
        />
      </TableTools>
      <DataTable
        label={t('view.payments')}
        columns={useColumns()}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('none'), text: t('noneText'), icon: ReceiptText }}
        filtered={filtered}
        onClearFilters={clear}
        page={page}
        pageCount={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
        pageTo={pageTo}
      />
    </div>
  );
}

/** Searches when Enter is pressed or the field is left. */
function SearchField({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation('console-payments');
  const [text, setText] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form role="search" className={css.search} onSubmit={submit}>
      <Field label={t('search')}>
        {({ id, className }) => (
          <input
            id={id}
            className={className}
            type="search"
            value={text}
            maxLength={100}
            placeholder={t('searchHint')}
            onChange={(event) => setText(event.target.value)}
            onBlur={() => text.trim() !== search && onSearch(text.trim())}
          />
        )}
      </Field>
    </form>
  );
}

function useColumns(): Column<ConsolePayment>[] {
  const { t } = useTranslation(['console-payments', 'payments']);
  return [
    { key: 'number', head: t('payments:list.number'), main: true, cell: ({ id }) => id },
    { key: 'person', head: t('column.person'), cell: ({ personName }) => personName },
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
