import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, Clock3, Gavel, Hourglass, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { orderList, type OrderRow } from '#shared/api/cabinet/orders.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import css from './cabinet.module.css';

/** What a customer waits for, or is waited for: by the state of the orders. */
const WAITING = [
  { status: 'returned', icon: CircleAlert },
  { status: 'sent', icon: Clock3 },
  { status: 'on-trade', icon: Gavel },
  { status: 'awaiting-payment', icon: Hourglass },
] as const satisfies readonly { status: OrderRow['status']; icon: LucideIcon }[];

/** What happens to these is seen at their lots. */
const AT_LOTS: readonly OrderRow['status'][] = ['on-trade', 'awaiting-payment'];

/** Orders of the customer that need them, are examined, on trade or being paid now; the ways to them. Nothing while there are none. */
export function SellingNow() {
  const { t } = useTranslation('cabinet');
  const queries = useQueryClient();
  // Each change by staff or by a trade comes with a message.
  usePersonUpdates('messages', () => void queries.invalidateQueries({ queryKey: ['order', 'waiting'] }));
  return (
    <ul className={css.selling} aria-label={t('selling.title')}>
      {WAITING.map((each) => (
        <Waiting key={each.status} {...each} />
      ))}
    </ul>
  );
}

function Waiting({ status, icon: Icon }: (typeof WAITING)[number]) {
  const { t } = useTranslation('cabinet');
  const { data } = useQuery({
    queryKey: ['order', 'waiting', status],
    queryFn: ({ signal }) => call(orderList, { query: { status, page: 1, size: 1 }, signal }),
    staleTime: 30_000,
  });
  const [first] = data?.items ?? [];
  if (!data || !first) return null;
  const alone = data.total === 1;
  const to = alone
    ? paths.order(first.id, AT_LOTS.includes(status) ? 'lots' : 'order-info')
    : paths.orders({ status });
  return (
    <li data-kind={status}>
      <Icon size={18} aria-hidden />
      <Link to={to}>{t(`selling.${status}`, { count: data.total })}</Link>
      {alone ? <small>{noteOf(t, status, first)}</small> : null}
    </li>
  );
}

function noteOf(
  t: ReturnType<typeof useTranslation<'cabinet'>>['t'],
  status: (typeof WAITING)[number]['status'],
  order: OrderRow,
): string | null {
  switch (status) {
    case 'returned':
      return order.openRemarks > 0 ? t('selling.remarks', { count: order.openRemarks }) : null;
    case 'sent':
      return t('selling.since', { time: formatDateTime(order.changedAtMs) });
    case 'on-trade':
      return order.lots.last ? t('selling.bids', { count: order.lots.last.bids }) : null;
    case 'awaiting-payment': {
      const sumTiyin = order.lots.last?.priceTiyin ?? null;
      return sumTiyin === null ? null : t('selling.price', { sum: formatMoney(sumTiyin) });
    }
  }
}
