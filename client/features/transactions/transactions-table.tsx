import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDownLeft, ArrowUpRight, Banknote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TRANSACTION_KINDS, transactions, type TransactionView } from '#shared/api/wallet.ts';
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
import { About } from './about.tsx';
import { MoneySummary } from './money-summary.tsx';
import css from './transactions.module.css';

const PAGE_SIZE = 20;
const TYPES = ['income', 'outgoing'] as const;

/** Every movement of the person's money, and what of it is held now. */
export function TransactionsTable() {
  const { t } = useTranslation('transactions');
  const queries = useQueryClient();
  const { page, filters, filtered, choose, clear, pageTo } = useTableQuery(['type', 'kind', 'from', 'to']);
  const { from, to } = filters;
  const type = TYPES.find((each) => each === filters.type);
  const kind = TRANSACTION_KINDS.find((each) => each === filters.kind);
  const { data, error, refetch } = useQuery({
    queryKey: ['transactions', page, filters],
    queryFn: ({ signal }) =>
      call(transactions, {
        query: {
          ...{ page, size: PAGE_SIZE },
          ...(type ? { type } : {}),
          ...(kind ? { kind } : {}),
          ...(from ? { from } : {}),
          ...(to ? { to } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  usePersonNews('balance', () => {
    void queries.invalidateQueries({ queryKey: ['transactions'] });
    void queries.invalidateQueries({ queryKey: ['money'] });
  });
  const title = t('title');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p className={css.lead}>{t('lead')}</p>
      <MoneySummary />
      <TableTools exports={<ExportLinks list="transactions" filters={filters} />}>
        <PeriodField from={from} to={to} onChange={choose} />
        <SelectField
          label={t('typeLabel')}
          value={filters.type}
          onChange={(value) => choose({ type: value })}
          options={[
            { value: '', label: t('ui:table.all') },
            ...TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
          ]}
        />
        <SelectField
          label={t('kindLabel')}
          value={filters.kind}
          onChange={(value) => choose({ kind: value })}
          options={[
            { value: '', label: t('allKinds') },
            ...TRANSACTION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
        />
      </TableTools>
      <DataTable
        label={title}
        columns={useColumns()}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          title: t('empty'),
          text: t('emptyText'),
          icon: Banknote,
          children: <ButtonLink to={paths.topUp()}>{t('topUp')}</ButtonLink>,
        }}
        filtered={filtered}
        onClearFilters={clear}
        page={page}
        pageCount={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
        pageTo={pageTo}
      />
    </>
  );
}

function useColumns(): Column<TransactionView>[] {
  const { t } = useTranslation('transactions');
  return [
    {
      key: 'description',
      head: t('column.description'),
      main: true,
      cell: (row) => <Description row={row} />,
    },
    { key: 'time', head: t('column.time'), cell: ({ atMs }) => formatDateTimeShort(atMs) },
    { key: 'type', head: t('column.type'), cell: ({ type }) => <Type type={type} /> },
    {
      key: 'amount',
      head: t('column.amount'),
      end: true,
      cell: ({ type, amountTiyin }) => (
        <span className={css.amount} data-type={type}>
          {type === 'income' ? '+' : '−'}
          <MoneyText tiyin={amountTiyin} />
        </span>
      ),
    },
    {
      key: 'balance',
      head: t('column.balance'),
      end: true,
      cell: ({ balanceTiyin }) =>
        balanceTiyin === null ? '—' : <MoneyText tiyin={balanceTiyin} size="small" />,
    },
    { key: 'status', head: t('column.status'), cell: ({ status }) => t(`status.${status}`) },
  ];
}

/** What happened, and to which lot, payment or refund. */
function Description({ row: { kind, about } }: { row: TransactionView }) {
  const { t } = useTranslation('transactions');
  const special =
    kind === 'hold' ? `holdOf.${about.kind}` : kind === 'release' ? `releaseOf.${about.kind}` : '';
  return (
    <span className={css.description}>
      {t([special, `kind.${kind}`])}
      <About about={about} />
    </span>
  );
}

function Type({ type }: { type: TransactionView['type'] }) {
  const { t } = useTranslation('transactions');
  const Icon = type === 'income' ? ArrowDownLeft : ArrowUpRight;
  return (
    <span className={css.type} data-type={type}>
      <Icon size={16} aria-hidden />
      {t(`type.${type}`)}
    </span>
  );
}
