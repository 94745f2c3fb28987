import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OrderRow } from '#shared/api/cabinet/orders.ts';
import type { OrderProgress } from '#shared/lifecycles/order.ts';
import { OrderBadge } from '#client/entities/order/order-badge.tsx';
import { ProgressBar } from '#client/entities/order/progress-bar.tsx';
import type { BoardLot } from '#client/lib/auction-socket/use-board.ts';
import { useNames } from '#client/lib/dictionary-names.ts';
import { formatDateShort } from '#client/lib/format/date.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { isStopped } from '../is-stopped.ts';
import { useOrderTitle } from '#client/entities/order/use-order-title.ts';
import css from '../customer-orders.module.css';

interface ColumnsOptions {
  live: ReadonlyMap<number, BoardLot>;
  chosenIds: ReadonlySet<number>;
  onChoose: (id: number, wanted: boolean) => void;
  onActions: (order: OrderRow) => void;
}

/** The table's columns. */
export function useColumns({ live, chosenIds, onChoose, onActions }: ColumnsOptions): Column<OrderRow>[] {
  const { t } = useTranslation('customer-orders');
  const titleOf = useOrderTitle();
  const orderType = useNames('order-types');
  const tradeType = useNames('order-methods');
  return [
    {
      key: 'order',
      head: t('column.order'),
      main: true,
      cell: (row) => (
        <div className={css.order}>
          <label className={css.choose}>
            <input
              type="checkbox"
              checked={chosenIds.has(row.id)}
              aria-label={t('chooseOrder', { number: row.id })}
              onChange={({ currentTarget }) => onChoose(row.id, currentTarget.checked)}
            />
          </label>
          <span className={css.lines}>
            <Link to={paths.order(row.id)}>{titleOf(row)}</Link>
            <small>{t('numberAndDay', { number: row.id, day: formatDateShort(row.createdAtMs) })}</small>
          </span>
        </div>
      ),
    },
    {
      key: 'type',
      head: t('column.type'),
      cell: (row) =>
        row.orderType === null && row.tradeType === null ? (
          '—'
        ) : (
          <span className={css.lines}>
            <span>{row.orderType ? (orderType(row.orderType) ?? '…') : null}</span>
            <small>{row.tradeType ? (tradeType(row.tradeType) ?? '…') : null}</small>
          </span>
        ),
    },
    {
      key: 'status',
      head: t('column.status'),
      cell: (row) => (
        <span className={css.status}>
          <OrderBadge status={row.status} />
          <ProgressBar progress={row.progress as OrderProgress} stopped={isStopped(row.status)} />
          {row.openRemarks > 0 && row.status === 'returned' ? (
            <small>{t('remarks', { count: row.openRemarks })}</small>
          ) : null}
        </span>
      ),
    },
    {
      key: 'price',
      head: t('column.price'),
      end: true,
      cell: (row) => {
        const now = priceNow(row, live);
        return now === null ? (
          '—'
        ) : (
          <span className={css.lines}>
            <MoneyText tiyin={now.tiyin} live={now.confirmed} />
            <small>{t(now.confirmed ? 'price.now' : 'price.start')}</small>
          </span>
        );
      },
    },
    {
      key: 'lots',
      head: t('column.lots'),
      end: true,
      cell: ({ id, lots: { count } }) =>
        count === 0 ? '—' : <Link to={paths.order(id, 'lots')}>{t('lotCount', { count })}</Link>,
    },
    {
      key: 'bids',
      head: t('column.bids'),
      end: true,
      cell: (row) => (row.lots.last ? formatCount(bidsNow(row.lots.last, live)) : '—'),
    },
    {
      key: 'actions',
      head: t('column.actions'),
      wide: true,
      cell: (row) => (
        <Button
          variant="default"
          leftSection={<Settings2 size={16} aria-hidden />}
          aria-label={t('actionsOf', { number: row.id })}
          onClick={() => onActions(row)}
        >
          {t('actions')}
        </Button>
      ),
    },
  ];
}

type LastLot = NonNullable<OrderRow['lots']['last']>;

/** The board wins when it knows at least as many prices: an answer of the list may be newer than it. */
function newer(last: LastLot, live: ReadonlyMap<number, BoardLot>): BoardLot | undefined {
  const card = live.get(last.id);
  return card && card.count >= last.bids ? card : undefined;
}

function bidsNow(last: LastLot, live: ReadonlyMap<number, BoardLot>): number {
  return newer(last, live)?.count ?? last.bids;
}

function priceNow(
  { startPriceTiyin, lots: { last } }: OrderRow,
  live: ReadonlyMap<number, BoardLot>,
): { tiyin: number; confirmed: boolean } | null {
  const tiyin = last ? (newer(last, live)?.priceTiyin ?? last.priceTiyin) : null;
  if (tiyin !== null) return { tiyin, confirmed: true };
  return startPriceTiyin === null ? null : { tiyin: startPriceTiyin, confirmed: false };
}
