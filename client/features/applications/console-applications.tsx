import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { ClipboardList } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consoleApplications, type ConsoleApplication } from '#shared/api/user-order.ts';
import { APPLICATION_STATUSES, DEPOSIT_STATES } from '#shared/states/trade-application.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { Field, SelectField } from '#client/ui/field.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { StatusBadge } from '#client/ui/status-badge.tsx';
import { ApplicationBadge } from './application-badge.tsx';
import css from './applications.module.css';

const SIZE = 25;

/** /console/applications: everybody's applications and deposits, to look at. */
export function ConsoleApplications() {
  const { t } = useTranslation(['applications', 'staff', 'ui']);
  const localized = useLocalized();
  const { page, filters, filtered, choose, clear, pageTo } = useTableQuery(['status', 'deposit', 'lot']);
  const status = APPLICATION_STATUSES.find((each) => each === filters.status);
  const deposit = DEPOSIT_STATES.find((each) => each === filters.deposit);
  const { data, error, refetch } = useQuery({
    queryKey: ['console-applications', page, filters],
    queryFn: ({ signal }) =>
      call(consoleApplications, {
        query: {
          ...{ page, size: SIZE },
          ...(status ? { status } : {}),
          ...(deposit ? { deposit } : {}),
          ...(filters.lot ? { lot: Number(filters.lot) } : {}),
        },
        signal,
      }),
  });
  const title = t('staff:page.applications');
  const columns = columnsOf(t, localized);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TableTools>
        <Field label={t('table.lotNumber')}>
          {({ id, className }) => (
            <input
              id={id}
              className={className}
              inputMode="numeric"
              value={filters.lot}
              onChange={(event) => choose({ lot: event.target.value.replace(/\D/g, '').slice(0, 15) })}
            />
          )}
        </Field>
        <SelectField
          label={t('table.status')}
          value={filters.status}
          onChange={(value) => choose({ status: value })}
          options={[
            { value: '', label: t('ui:table.all') },
            ...APPLICATION_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
        />
        <SelectField
          label={t('table.deposit')}
          value={filters.deposit}
          onChange={(value) => choose({ deposit: value })}
          options={[
            { value: '', label: t('ui:table.all') },
            ...DEPOSIT_STATES.map((value) => ({ value, label: t(`depositState.${value}`) })),
          ]}
        />
      </TableTools>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('console.none'), text: t('console.noneText'), icon: ClipboardList }}
        filtered={filtered}
        onClearFilters={clear}
        page={page}
        pageCount={Math.ceil((data?.total ?? 0) / SIZE)}
        pageTo={pageTo}
      />
    </>
  );
}

/** The table's columns. */
function columnsOf(
  t: TFunction<['applications', 'staff', 'ui']>,
  localized: ReturnType<typeof useLocalized>,
): Column<ConsoleApplication>[] {
  return [
    {
      key: 'lot',
      head: t('table.lot'),
      main: true,
      cell: (row) => (
        <span className={css.lot}>
          <Link to={paths.lotView(row.lotId)}>{localized(row.title)}</Link>
          <small>{t('lots:tile.number', { number: row.lotNumber })}</small>
        </span>
      ),
    },
    {
      key: 'person',
      head: t('table.person'),
      cell: (row) => (
        <span className={css.lot}>
          {row.person.name || row.person.id}
          <small>{t('mine.number', { number: row.number })}</small>
        </span>
      ),
    },
    { key: 'status', head: t('table.status'), cell: (row) => <ApplicationBadge status={row.status} /> },
    { key: 'lotStatus', head: t('table.lotStatus'), cell: (row) => <StatusBadge status={row.lotStatus} /> },
    {
      key: 'deposit',
      head: t('table.deposit'),
      end: true,
      cell: (row) =>
        row.deposit === 'none' ? (
          t('depositState.none')
        ) : (
          <span className={css.deposit}>
            <MoneyText tiyin={row.depositTiyin} size="small" />
            <small>{t(`depositState.${row.deposit}`)}</small>
          </span>
        ),
    },
    {
      key: 'limit',
      head: t('table.limit'),
      end: true,
      cell: ({ limitTiyin }) =>
        limitTiyin === null ? t('console.unlimited') : <MoneyText tiyin={limitTiyin} size="small" />,
    },
    { key: 'applied', head: t('table.applied'), cell: (row) => formatDateTimeShort(row.appliedAtMs) },
  ];
}
