import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { myRefunds, type RefundView } from '#shared/api/cabinet/refunds.ts';
import { REFUND_STATUSES } from '#shared/lifecycles/refund.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { Button } from '#client/ui/button.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ChoiceFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { formatMoney } from '#client/lib/format/money.ts';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { RefundStatusBadge, useRefundStatuses } from '#client/entities/refund/refund-badge.tsx';
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
      {opened ? <RefundForm onClose={() => show(false)} /> : null}
      <RefundsTable onNew={opened ? null : () => show(true)} />
      <p className={css.lead}>{t('lead')}</p>
    </>
  );
}

function RefundsTable({ onNew }: { onNew: (() => void) | null }) {
  const { t } = useTranslation('refunding');
  const [leaving, setLeaving] = useState<RefundView | null>(null);
  const list = useListPage({
    name: 'refunds',
    filters: ['status', 'from', 'to'],
    size: PAGE_SIZE,
    read: ({ page, size, filters: { status, from, to }, signal }) =>
      call(myRefunds, {
        query: { page, size, ...chosen({ from, to, status: oneOf(REFUND_STATUSES, status) }) },
        signal,
      }),
  });
  const statuses = useRefundStatuses();
  // Staff's decisions come with a message and, mostly, with money.
  usePersonUpdates('balance', list.again);
  usePersonUpdates('messages', list.again);
  const columns = useColumns(setLeaving);
  const title = t('title');
  return (
    <>
      <TableTools list={list} exports={<ExportLinks list="refunds" filters={list.filters} />}>
        <PeriodFilter list={list} />
        <ChoiceFilter
          list={list}
          name="status"
          label={t('statusLabel')}
          none={t('allStatuses')}
          options={statuses}
        />
      </TableTools>
      <ListTable
        list={list}
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          title: t('empty'),
          text: t('emptyText'),
          icon: Undo2,
          children: onNew ? <Button onClick={onNew}>{t('new')}</Button> : null,
        }}
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
      cell: ({ amountTiyin, setOffTiyin }) => (
        <Stacked>
          <MoneyText tiyin={amountTiyin} />
          {setOffTiyin === 0 ? null : <small>{t('setOff', { sum: formatMoney(setOffTiyin) })}</small>}
        </Stacked>
      ),
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
