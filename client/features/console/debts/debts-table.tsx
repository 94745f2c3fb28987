import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consoleDebts, DEBT_KINDS, DEBT_STATES, type StaffDebt } from '#shared/api/console/debts.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';

const PAGE_SIZE = 20;
const ASK_MS = 30_000;
const STATES = [...DEBT_STATES, 'all'] as const;

/** /console/debts: what people owe the platform, for what and since when. */
export function DebtsTable() {
  const { t } = useTranslation('console-debts');
  const list = useListPage({
    name: 'console-debts',
    filters: ['state', 'kind', 'person'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, kind, person }, signal }) => {
      const chosenKind = oneOf(DEBT_KINDS, kind);
      return call(consoleDebts, {
        query: {
          page,
          size,
          state: oneOf(STATES, state) ?? 'unpaid',
          ...(chosenKind ? { kind: chosenKind } : {}),
          ...(/^[0-9a-f-]{36}$/i.test(person) ? { personId: person } : {}),
        },
        signal,
      });
    },
  });
  const columns = useColumns();
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>
        {list.data ? <strong>{t('owed', { sum: formatMoney(list.data.owedTiyin) })}. </strong> : null}
        {t('lead')}
      </ListLead>
      <TableTools>
        <SelectField
          label={t('column.state')}
          value={list.filters.state}
          onChange={(value) => list.choose({ state: value })}
          options={[
            { value: '', label: t('state.unpaid') },
            { value: 'paid', label: t('state.paid') },
            { value: 'all', label: t('all') },
          ]}
        />
        <SelectField
          label={t('column.about')}
          value={list.filters.kind}
          onChange={(value) => list.choose({ kind: value })}
          options={[
            { value: '', label: t('all') },
            ...DEBT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
        />
        {list.filters.person ? (
          <SelectField
            label={t('column.person')}
            value={list.filters.person}
            onChange={(value) => list.choose({ person: value })}
            options={[
              { value: list.filters.person, label: list.data?.items[0]?.person.name || t('onePerson') },
              { value: '', label: t('all') },
            ]}
          />
        ) : null}
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-debts" filters={list.filters} />}
        list={list}
        sums={list.data && [{ label: t('column.amount'), tiyin: list.data.sums.amountTiyin }]}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Scale }}
      />
    </>
  );
}

function useColumns(): Column<StaffDebt>[] {
  const { t } = useTranslation('console-debts');
  return [
    {
      key: 'person',
      head: t('column.person'),
      main: true,
      cell: ({ person }) => (
        <Stacked>
          <PersonLink person={person} />
          <Link to={`${paths.console('debts')}?person=${person.id}&state=all`}>{t('allOf')}</Link>
        </Stacked>
      ),
    },
    {
      key: 'about',
      head: t('column.about'),
      cell: ({ kind, about }) => (
        <Stacked>
          {t(`kind.${kind}`)}
          {about.kind === 'order' && about.id !== null ? (
            <Link to={paths.consoleOrder(Number(about.id))}>{t('order', { id: about.id })}</Link>
          ) : null}
          {about.kind === 'lot' && about.id !== null ? (
            <Link to={paths.lotResult(Number(about.id))}>{t('lot', { id: about.id })}</Link>
          ) : null}
        </Stacked>
      ),
    },
    { key: 'since', head: t('column.since'), cell: ({ owedSinceMs }) => formatDateTimeShort(owedSinceMs) },
    {
      key: 'amount',
      head: t('column.amount'),
      end: true,
      cell: ({ amountTiyin }) => <MoneyText tiyin={amountTiyin} />,
    },
    {
      key: 'paid',
      head: t('column.paid'),
      end: true,
      cell: ({ paidTiyin, paidAtMs }) => (
        <Stacked>
          <MoneyText tiyin={paidTiyin} />
          {paidAtMs === null ? null : <small>{formatDateTimeShort(paidAtMs)}</small>}
        </Stacked>
      ),
    },
    {
      key: 'left',
      head: t('column.left'),
      end: true,
      cell: ({ leftTiyin }) => <MoneyText tiyin={leftTiyin} />,
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ paidAtMs }) => (
        <Badge colour={paidAtMs === null ? 'danger' : 'success'}>
          {t(paidAtMs === null ? 'state.unpaid' : 'state.paid')}
        </Badge>
      ),
    },
  ];
}
