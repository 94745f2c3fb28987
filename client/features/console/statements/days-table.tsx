import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { bankDays, type BankDay } from '#shared/api/console/bank-statements.ts';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { shownDay } from './shown-day.ts';
import css from './console-statements.module.css';

const PAGE_SIZE = 30;

/** Lines of statements against the ledger, day by day. */
export function DaysTable() {
  const { t } = useTranslation('console-statements');
  const list = useListPage({
    name: 'console-bank-days',
    size: PAGE_SIZE,
    read: ({ page, size, signal }) => call(bankDays, { query: { page, size }, signal }),
  });
  return (
    <div className={css.view}>
      <StaffListTable
        exports={<ExportLinks staff list="console-bank-days" filters={list.filters} />}
        list={list}
        label={t('view.days')}
        columns={useColumns()}
        rowKey={({ day }) => day}
        empty={{ title: t('empty.days'), text: t('empty.statementsText'), icon: Scale }}
      />
    </div>
  );
}

type Part = 'credited' | 'waiting' | 'returned' | 'ignored' | 'settled' | 'unproven';

function useColumns(): Column<BankDay>[] {
  const { t } = useTranslation('console-statements');
  const part = (name: Part, tiyin: number) =>
    tiyin === 0 ? null : <small key={name}>{t(`day.${name}`, { sum: formatMoney(tiyin) })}</small>;
  return [
    { key: 'day', head: t('column.day'), main: true, cell: ({ day }) => shownDay(day) },
    {
      key: 'came',
      head: t('column.came'),
      cell: (row) => (
        <Stacked>
          <MoneyText tiyin={row.creditTiyin} />
          {part('credited', row.creditedTiyin)}
          {part('returned', row.returnedTiyin)}
          {part('ignored', row.ignoredTiyin)}
        </Stacked>
      ),
    },
    {
      key: 'left',
      head: t('column.left'),
      cell: (row) => (
        <Stacked>
          <MoneyText tiyin={row.debitTiyin} />
          {part('settled', row.settledTiyin)}
          {part('ignored', row.ignoredDebitTiyin)}
        </Stacked>
      ),
    },
    {
      key: 'verdict',
      head: t('column.verdict'),
      cell: (row) => (
        <Stacked start>
          <Badge colour={row.agrees ? 'success' : 'danger'}>
            {t(row.agrees ? 'day.agrees' : 'day.differs')}
          </Badge>
          {part('waiting', row.waitingTiyin)}
          {part('unproven', row.unprovenTiyin)}
        </Stacked>
      ),
    },
  ];
}
