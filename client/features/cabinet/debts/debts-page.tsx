import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { debts, payDebts, type OwnDebt } from '#shared/api/console/debts.ts';
import { balanceQuery, moneyQuery } from '#client/entities/wallet/balance.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { currentPath, paths } from '#client/lib/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './debts.module.css';

const PAGE_SIZE = 20;

/** /profile/debts: what I owe, paid from the balance one by one or all together. */
export function DebtsPage() {
  const { t } = useTranslation(['debts', 'ui']);
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [asking, setAsking] = useState<{ ids: number[]; amountTiyin: number } | null>(null);
  const list = useListPage({
    name: 'debts',
    size: PAGE_SIZE,
    read: ({ page, size, signal }) => call(debts, { query: { page, size }, signal }),
  });
  const pay = useMutation({
    mutationFn: (ids: number[]) => call(payDebts, { body: { ids } }),
    onSuccess: (answer) => {
      if (answer.verdict === 'paid') notify('success', t('paid'));
    },
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => {
      setAsking(null);
      list.again();
      // Orders can be sent again.
      void queries.invalidateQueries({ queryKey: ['order'] });
      void queries.invalidateQueries({ queryKey: balanceQuery.queryKey });
      void queries.invalidateQueries({ queryKey: moneyQuery.queryKey });
    },
  });
  const columns = useColumns(({ id, amountTiyin }) => setAsking({ ids: [id], amountTiyin }));
  const { owedTiyin = 0, ownOwedTiyin = 0, ownUnpaidIds = [] } = list.data ?? {};
  const missing = pay.data?.verdict === 'short' ? pay.data.missingTiyin : 0;
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>{t('lead')}</ListLead>
      {owedTiyin > 0 ? (
        <section className={css.owed} aria-labelledby="debts-owed">
          <TriangleAlert size={24} aria-hidden />
          <div>
            <h2 id="debts-owed">{t('owed', { sum: formatMoney(owedTiyin) })}</h2>
            <p>{t('owedText')}</p>
            {ownOwedTiyin < owedTiyin ? <p>{t('elsewhere')}</p> : null}
            {missing > 0 ? <p role="alert">{t('short', { sum: formatMoney(missing) })}</p> : null}
          </div>
          {missing > 0 ? (
            <ButtonLink size="md" to={paths.topUp({ amountTiyin: missing, returnTo: currentPath() })}>
              {t('topUp')}
            </ButtonLink>
          ) : ownUnpaidIds.length > 0 ? (
            <Button
              size="md"
              loading={pay.isPending}
              onClick={() => setAsking({ ids: ownUnpaidIds, amountTiyin: ownOwedTiyin })}
            >
              {t('payAll')}
            </Button>
          ) : null}
        </section>
      ) : null}
      <TableTools list={list} exports={<ExportLinks list="debts" filters={list.filters} />} />
      <ListTable
        list={list}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('empty'), text: t('emptyText'), icon: CircleCheck }}
      />
      <ConfirmDialog
        opened={asking !== null}
        title={t('ask', { sum: formatMoney(asking?.amountTiyin ?? 0) })}
        confirm={t('pay')}
        cancel={t('ui:action.cancel')}
        busy={pay.isPending}
        onConfirm={() => asking && pay.mutate(asking.ids)}
        onCancel={() => setAsking(null)}
      >
        {t('askText')}
      </ConfirmDialog>
    </>
  );
}

function useColumns(onPay: (debt: OwnDebt) => void): Column<OwnDebt>[] {
  const { t } = useTranslation('debts');
  return [
    {
      key: 'about',
      head: t('column.about'),
      main: true,
      cell: ({ kind, about, ofOtherAccount }) => (
        <Stacked>
          {t(`kind.${kind}`)}
          {about.kind === 'order' && about.id !== null && !ofOtherAccount ? (
            <Link to={paths.order(Number(about.id), 'order-flows')}>{t('order', { id: about.id })}</Link>
          ) : null}
          {about.kind === 'lot' && about.id !== null ? (
            <Link to={paths.lotResult(Number(about.id))}>{t('lot', { id: about.id })}</Link>
          ) : null}
          {ofOtherAccount ? <small>{t('ofOther')}</small> : null}
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
      key: 'state',
      head: t('column.state'),
      cell: ({ paidAtMs }) => (
        <Stacked start>
          <Badge colour={paidAtMs === null ? 'danger' : 'success'}>
            {t(paidAtMs === null ? 'state.unpaid' : 'state.paid')}
          </Badge>
          {paidAtMs === null ? null : <small>{formatDateTimeShort(paidAtMs)}</small>}
        </Stacked>
      ),
    },
    {
      key: 'actions',
      head: t('column.actions'),
      cell: (debt) =>
        debt.paidAtMs === null && !debt.ofOtherAccount ? (
          <Button
            size="md"
            variant="default"
            aria-label={`${t('pay')}: № ${debt.id}`}
            onClick={() => onPay(debt)}
          >
            {t('pay')}
          </Button>
        ) : (
          '—'
        ),
    },
  ];
}
