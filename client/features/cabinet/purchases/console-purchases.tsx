import type { TFunction } from 'i18next';
import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { consolePurchases, type consolePurchaseSchema } from '#shared/api/cabinet/purchases.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { PURCHASE_STATES } from '#shared/lifecycles/purchase-states.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { PurchaseBadge } from '#client/entities/purchase/purchase-badge.tsx';
import { Button } from '#client/ui/button.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter, LotFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import layout from '#client/ui/layout.module.css';
import { LotOfPurchase } from './lot-of-purchase.tsx';
import { SaleDialog, type SaleVerb } from './sale-dialog.tsx';
import css from './purchases.module.css';

const SIZE = 25;
/** Reservations come and go within minutes. */
const REFRESH_MS = 15_000;

type Row = z.infer<typeof consolePurchaseSchema>;

/** /console/purchases: sales at a fixed price, what is reserved and bought of them; a sale is suspended and resumed here. */
export function ConsolePurchases() {
  const { t } = useTranslation(['purchases', 'staff']);
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.controlRooms,
  );
  const [acting, setActing] = useState<{ verb: SaleVerb; lotId: number | null } | null>(null);
  const list = useListPage({
    name: 'console-purchases',
    filters: ['state', 'lot'],
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, filters: { state, lot }, signal }) =>
      call(consolePurchases, {
        query: {
          page,
          size,
          ...chosen({ state: oneOf(PURCHASE_STATES, state) }),
          ...(lot ? { lot: Number(lot) } : {}),
        },
        signal,
      }),
  });
  const title = t('staff:page.purchases');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {mayAct ? (
        <div className={layout.row23}>
          <Button variant="default" onClick={() => setActing({ verb: 'suspend', lotId: null })}>
            {t('console.suspend.do')}
          </Button>
          <Button variant="default" onClick={() => setActing({ verb: 'resume', lotId: null })}>
            {t('console.resume.do')}
          </Button>
        </div>
      ) : null}
      <TableTools list={list}>
        <LotFilter list={list} label={t('table.lotNumber')} />
        <ChoiceFilter
          list={list}
          name="state"
          label={t('table.status')}
          options={PURCHASE_STATES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-purchases" filters={list.filters} />}
        list={list}
        label={title}
        columns={columnsOf(t, mayAct ? (verb, lotId) => setActing({ verb, lotId }) : null)}
        rowKey={({ id }) => id}
        empty={{ title: t('console.none'), text: t('console.noneText'), icon: ShoppingBag }}
      />
      {acting ? <SaleDialog {...acting} onClose={() => setActing(null)} onDone={list.again} /> : null}
    </>
  );
}

/** The table's columns. @param onAct null: this person only looks */
function columnsOf(
  t: TFunction<['purchases', 'staff']>,
  onAct: ((verb: SaleVerb, lotId: number) => void) | null,
): Column<Row>[] {
  return [
    { key: 'lot', head: t('table.lot'), main: true, cell: (row) => <LotOfPurchase purchase={row} /> },
    {
      key: 'person',
      head: t('table.person'),
      cell: ({ person }) => (person ? <PersonLink person={person} /> : t('console.hidden')),
    },
    { key: 'state', head: t('table.status'), cell: ({ state }) => <PurchaseBadge state={state} /> },
    { key: 'lotStatus', head: t('console.sale'), cell: (row) => <StatusBadge status={row.lotStatus} /> },
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
    { key: 'protocol', head: t('table.protocol'), cell: ({ protocolNumber }) => protocolNumber ?? '—' },
    ...(onAct
      ? [
          {
            key: 'actions',
            head: t('table.actions'),
            cell: ({ lotId, lotStatus, lotNumber }: Row) => {
              const verb = verbOf(lotStatus);
              return verb === null ? (
                '—'
              ) : (
                <button
                  type="button"
                  className={css.link}
                  aria-label={`${t(`console.${verb}.do`)}: ${lotNumber}`}
                  onClick={() => onAct(verb, lotId)}
                >
                  {t(`console.${verb}.do`)}
                </button>
              );
            },
          },
        ]
      : []),
  ];
}

const verbOf = (status: number): SaleVerb | null => {
  if (status === LOT_STATUS.onSaleAtFixedPrice) return 'suspend';
  return status === LOT_STATUS.suspended ? 'resume' : null;
};
