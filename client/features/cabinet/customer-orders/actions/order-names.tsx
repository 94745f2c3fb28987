import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#shared/api/cabinet/orders.ts';
import { useOrderTitle } from '#client/entities/order/use-order-title.ts';
import css from './actions.module.css';

/** The orders an action is about. */
export function OrderNames({ orders }: { orders: readonly OrderRow[] }) {
  const { t } = useTranslation('customer-orders');
  const titleOf = useOrderTitle();
  return (
    <ul className={css.names}>
      {orders.map((order) => (
        <li key={order.id}>
          {t('numberShort', { number: order.id })} · {titleOf(order)}
        </li>
      ))}
    </ul>
  );
}
