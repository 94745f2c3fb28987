import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TwoTexts } from '#shared/api/order-fields.ts';

/** What the customer called it, in the language of the page where it is written; the number of an order without a name. */
export function useOrderTitle(): (order: { id: number; title: TwoTexts }) => string {
  const { t, i18n } = useTranslation('console-orders');
  const russian = i18n.language === 'ru';
  return useCallback(
    ({ id, title }) =>
      (russian ? title.ru || title.uz : title.uz || title.ru) || t('page.title', { number: id }),
    [russian, t],
  );
}
