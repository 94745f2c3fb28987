import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#shared/api/orders.ts';

/** What an order is called in the language of the page; its number while it has no name. */
export function useOrderTitle(): (order: Pick<OrderRow, 'id' | 'title'>) => string {
  const { t, i18n } = useTranslation('customer-orders');
  return ({ id, title }) => {
    const [first, second] = i18n.language === 'ru' ? [title?.ru, title?.uz] : [title?.uz, title?.ru];
    return first || second || t('unnamed', { number: id });
  };
}
