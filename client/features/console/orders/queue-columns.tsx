import { CircleCheck, CircleX, UserCheck, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { QueuedOrder } from '#shared/api/console/console-orders.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { useNames } from '#client/lib/dictionary-names.ts';
import { formatDateTimeShort, formatTime } from '#client/lib/format/date.ts';
import { formatDuration } from '#client/lib/format/duration.ts';
import { paths } from '#client/lib/paths.ts';
import { OrderBadge } from '#client/entities/order/order-badge.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { useCategories } from '#client/entities/dictionary/use-choices.ts';
import { useOrderTitle } from '#client/entities/order/use-order-title.ts';
import layout from '#client/ui/layout.module.css';
import css from './queue.module.css';

/** @param nowMs by the server's clock */
export function useQueueColumns(nowMs: number): Column<QueuedOrder>[] {
  const { t } = useTranslation('console-orders');
  const titleOf = useOrderTitle();
  const orderType = useNames('order-types');
  const { nameOf } = useCategories();
  const { search } = useLocation();
  return [
    {
      key: 'order',
      head: t('column.order'),
      main: true,
      cell: (order) => (
        <Stacked start>
          <Link to={paths.consoleOrder(order.id, search)}>{titleOf(order)}</Link>
          <small>
            {[
              t('number', { number: order.id }),
              order.orderType === null ? null : (orderType(order.orderType) ?? order.orderType),
              order.categoryId === null ? null : nameOf(order.categoryId),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </Stacked>
      ),
    },
    { key: 'customer', head: t('column.customer'), cell: ({ customer }) => <PersonLink person={customer} /> },
    {
      key: 'price',
      head: t('column.price'),
      end: true,
      cell: ({ startPriceTiyin }) =>
        startPriceTiyin === null ? '—' : <MoneyText tiyin={startPriceTiyin} size="small" />,
    },
    {
      key: 'age',
      head: t('column.age'),
      cell: ({ status, sentAtMs }) =>
        sentAtMs === null ? (
          '—'
        ) : (
          <Stacked start>
            {status === 'sent' ? formatDuration(Math.max(0, nowMs - sentAtMs)) : null}
            <small>{formatDateTimeShort(sentAtMs)}</small>
          </Stacked>
        ),
    },
    {
      key: 'checks',
      head: t('column.checks'),
      cell: ({ checks }) => (checks === null ? '—' : <CheckCount {...checks} />),
    },
    { key: 'claim', head: t('column.claim'), cell: (order) => <Claim order={order} /> },
  ];
}

/** How many checks are green and red, with icons: colour alone says nothing to many. */
function CheckCount({ passed, failed }: { passed: number; failed: number }) {
  const { t } = useTranslation('console-orders');
  return (
    <span className={css.checks}>
      <span data-passed>
        <CircleCheck size={16} aria-hidden />
        <span className="sr-only">{t('checksPassed', { count: passed })}</span>
        <span aria-hidden>{passed}</span>
      </span>
      {failed === 0 ? null : (
        <span data-failed>
          <CircleX size={16} aria-hidden />
          <span className="sr-only">{t('checksFailed', { count: failed })}</span>
          <span aria-hidden>{failed}</span>
        </span>
      )}
    </span>
  );
}

/** Who looks at it and until when; an order that does not wait says its state. */
function Claim({ order: { status, claim, awaitsSecond } }: { order: QueuedOrder }) {
  const { t } = useTranslation('console-orders');
  if (status === 'gone') return null;
  if (status !== 'sent') return <OrderBadge status={status} />;
  return (
    <Stacked start>
      {claim === null ? (
        <span className={layout.muted}>{t('claim.free')}</span>
      ) : claim.mine ? (
        <Badge colour="primary" icon={UserCheck}>
          {t('claim.own', { time: formatTime(claim.untilMs) })}
        </Badge>
      ) : (
        <span>{t('claim.other', { name: claim.by, time: formatTime(claim.untilMs) })}</span>
      )}
      {awaitsSecond ? (
        <Badge colour="warning" icon={Users}>
          {t('second.waits')}
        </Badge>
      ) : null}
    </Stacked>
  );
}
