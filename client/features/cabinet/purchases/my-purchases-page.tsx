import type { TFunction } from 'i18next';
import { ShoppingBag } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { myPurchases, type PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { PURCHASE_STATES } from '#shared/lifecycles/purchase-states.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { PurchaseDialog } from '#client/entities/purchase/dialogs.ts';
import { wishOf } from '#client/entities/purchase/wish.ts';
import { PURCHASES } from '#client/entities/purchase/my-purchases.ts';
import { PurchaseBadge } from '#client/entities/purchase/purchase-badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Countdown } from '#client/ui/countdown.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter, LotFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { LotOfPurchase } from './lot-of-purchase.tsx';
import css from './purchases.module.css';

const SIZE = 20;

/** /profile/purchases: what I have reserved at a fixed price, with its time, and what I have bought, with its protocol. */
export function MyPurchasesPage() {
  const { t } = useTranslation(['purchases', 'cabinet']);
  const [open, setOpen] = useState<PurchaseView | null>(null);
  const list = useListPage({
    name: PURCHASES,
    filters: ['state', 'from', 'to', 'lot'],
    size: SIZE,
    read: ({ page, size, filters: { state, from, to, lot }, signal }) =>
      call(myPurchases, {
        query: {
          page,
          size,
          ...chosen({ from, to, state: oneOf(PURCHASE_STATES, state) }),
          ...(lot ? { lot: Number(lot) } : {}),
        },
        signal,
      }),
  });
  usePersonUpdates('purchases', list.again);
  const title = t('cabinet:page.purchases');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TableTools list={list} exports={<ExportLinks list="purchases" filters={list.filters} />}>
        <LotFilter list={list} label={t('table.lotNumber')} />
        <ChoiceFilter
          list={list}
          name="state"
          label={t('table.status')}
          options={PURCHASE_STATES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <PeriodFilter list={list} />
      </TableTools>
      <ListTable
        list={list}
        label={title}
        columns={columnsOf(t, setOpen)}
        rowKey={({ id }) => id}
        empty={{
          title: t('table.none'),
          text: t('table.noneText'),
          icon: ShoppingBag,
          children: (
            <ButtonLink to={paths.lotList({ tradeType: 'fixed-price' })}>{t('table.toLots')}</ButtonLink>
          ),
        }}
      />
      {open ? (
        <Suspense>
          <PurchaseDialog
            lotId={open.lotId}
            wish={wishOf(open)}
            onClose={() => {
              setOpen(null);
              list.again();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function columnsOf(
  t: TFunction<['purchases', 'cabinet']>,
  onEnter: (purchase: PurchaseView) => void,
): Column<PurchaseView>[] {
  return [
    { key: 'lot', head: t('table.lot'), main: true, cell: (row) => <LotOfPurchase purchase={row} /> },
    {
      key: 'state',
      head: t('table.status'),
      cell: ({ state, expiresAtMs }) => (
        <span className={css.lines}>
          <PurchaseBadge state={state} />
          {state === 'reserved' ? (
            <small>
              {t('mine.left')}: <Countdown untilMs={expiresAtMs} over={t('mine.over')} />
            </small>
          ) : null}
        </span>
      ),
    },
    { key: 'quantity', head: t('table.quantity'), end: true, cell: ({ quantity }) => formatCount(quantity) },
    {
      key: 'total',
      head: t('table.total'),
      end: true,
      cell: ({ totalTiyin }) => <MoneyText tiyin={totalTiyin} size="small" />,
    },
    {
      key: 'reserved',
      head: t('table.reserved'),
      cell: ({ reservedAtMs }) => formatDateTimeShort(reservedAtMs),
    },
    {
      key: 'protocol',
      head: t('table.protocol'),
      cell: ({ protocolNumber }) =>
        protocolNumber === null ? (
          '—'
        ) : (
          <Link to={paths.checkProtocol(protocolNumber)}>{protocolNumber}</Link>
        ),
    },
    {
      key: 'actions',
      head: t('table.actions'),
      cell: (row) =>
        row.state === 'reserved' ? (
          <button type="button" className={css.link} onClick={() => onEnter(row)}>
            {t('mine.enter')}
          </button>
        ) : row.state === 'bought' ? (
          <Link to={paths.winLots(row.lotId)}>{t('table.track')}</Link>
        ) : (
          <Link to={paths.lotView(row.lotId)}>{t('table.toCard')}</Link>
        ),
    },
  ];
}
