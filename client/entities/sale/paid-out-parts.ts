import { useTranslation } from 'react-i18next';

/** Which parts of a price a payout is for; null where it is for the whole price. Needs `parts` texts. */
export function usePaidOutParts(): (parts: { from: number; through: number } | null) => string | null {
  const { t } = useTranslation('parts');
  return (parts) => {
    if (parts === null) return null;
    const { from, through } = parts;
    if (from !== through) return t('payout.range', { from, through });
    return from === 0 ? t('payout.first') : t('payout.one', { k: from });
  };
}
