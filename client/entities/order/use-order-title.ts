import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

interface NamedOrder {
  id: number;
  /** As its customer wrote it: perhaps in one language, perhaps not at all. */
  title?: { uz?: string; ru?: string } | null;
}

/** What an order is called in the language of the page; its number while it has no name. */
export function useOrderTitle(): (order: NamedOrder) => string {
  const { t, i18n } = useTranslation('order');
  const russian = i18n.language === 'ru';
  return useCallback(
    ({ id, title }) => {
      const [first, second] = russian ? [title?.ru, title?.uz] : [title?.uz, title?.ru];
      return first || second || t('unnamed', { number: id });
    },
    [russian, t],
  );
}
