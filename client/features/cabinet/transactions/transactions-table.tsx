import { ArrowDownLeft, ArrowUpRight, Banknote, Lock, LockOpen, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  TRANSACTION_KINDS,
  TRANSACTION_TYPES,
  transactions,
  type TransactionView,
} from '#shared/api/cabinet/wallet.ts';
import { formatMoney } from '#client/lib/format/money.ts';
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
import layout from '#client/ui/layout.module.css';
import { About } from './about.tsx';
import { MoneySummary } from './money-summary.tsx';
import css from './transactions.module.css';

const PAGE_SIZE = 20;

/** Money between available and held is neither gained nor spent. */
const SIGN: Record<TransactionView['type'], string> = { income: '+', outgoing: '−', held: '' };

/** Every movement of the person's money, and below them what can be spent and what is held now. */
export function TransactionsTable() {
  const { t } = useTranslation('transactions');
  const list = useListPage({
    name: 'transactions',
    filters: ['type', 'kind', 'from', 'to'],
    size: PAGE_SIZE,
    read: ({ page, size, filters: { type, kind, from, to }, signal }) =>
      call(transactions, {
        query: {
          page,
          size,
          ...chosen({ from, to, type: oneOf(TRANSACTION_TYPES, type), kind: oneOf(TRANSACTION_KINDS, kind) }),
        },
        signal,
      }),
  });
  usePersonUpdates('balance', list.again);
  const title = t('title');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p className={css.lead}>{t('lead')}</p>
      <TableTools list={list} exports={<ExportLinks list="transactions" filters={list.filters} />}>
        <PeriodFilter list={list} />
        <ChoiceFilter
          list={list}
          name="type"
          label={t('typeLabel')}
          options={TRANSACTION_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
        <ChoiceFilter
          list={list}
          name="kind"
          label={t('kindLabel')}
          none={t('allKinds')}
          options={TRANSACTION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </TableTools>
      <ListTable
        list={list}
        label={title}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={{
          title: t('empty'),
          text: t('emptyText'),
          icon: Banknote,
          children: <ButtonLink to={paths.topUp()}>{t('topUp')}</ButtonLink>,
        }}
      />
      <MoneySummary />
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
    { key: 'type', head: t('column.type'), cell: (row) => <Type row={row} /> },
    {
      key: 'amount',
      head: t('column.amount'),
      end: true,
      cell: ({ type, amountTiyin }) => (
        <span className={css.amount} data-type={type}>
          {SIGN[type]}
          <MoneyText tiyin={amountTiyin} />
        </span>
      ),
    },
    {
      key: 'balance',
      head: t('column.balance'),
      end: true,
      cell: ({ balanceTiyin, heldTiyin }) => (
        <span className={css.after}>
          <MoneyText tiyin={balanceTiyin} size="small" />
          <small>{t('heldAfter', { sum: formatMoney(heldTiyin) })}</small>
        </span>
      ),
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
    <span className={layout.stack0}>
      {t([special, `kind.${kind}`])}
      <About about={about} />
    </span>
  );
}

const ICONS: Record<TransactionView['kind'], LucideIcon> = {
  'top-up': ArrowDownLeft,
  'top-up-reversal': ArrowUpRight,
  hold: Lock,
  release: LockOpen,
  capture: ArrowUpRight,
  forfeit: ArrowUpRight,
  'pay-out': ArrowUpRight,
  'pay-out-returned': ArrowDownLeft,
  'penalty-paid': ArrowUpRight,
  payment: ArrowUpRight,
  'sale-back': ArrowDownLeft,
  'sale-claim-paid': ArrowUpRight,
  'buyer-claim-paid': ArrowDownLeft,
  'sale-late-fee': ArrowUpRight,
  'sale-set-off': ArrowDownLeft,
  'refund-set-off': LockOpen,
  'set-off': ArrowUpRight,
  'set-off-back': ArrowDownLeft,
  'own-debt-out': ArrowUpRight,
  'own-debt-in': ArrowDownLeft,
  'credit-claim-paid': ArrowUpRight,
  'credit-moved': ArrowDownLeft,
};

function Type({ row }: { row: TransactionView }) {
  const { t } = useTranslation('transactions');
  const Icon = ICONS[row.kind];
  return (
    <span className={css.typeCell}>
      <span className={css.type} data-type={row.type}>
        <Icon size={16} aria-hidden />
        {t(`type.${row.type}`)}
      </span>
      {row.fromHeld ? <small>{t('fromHeld')}</small> : null}
    </span>
  );
}
