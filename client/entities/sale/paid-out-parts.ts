import { useTranslation } from 'react-i18next';

/** Which parts of a price a payout is for; null where it is for the whole price. Needs `parts` texts. */
export function usePaidOutParts(): (parts: { from: number; through: number } | null) => string | null {
  const { t } = useTranslation('parts');
  return (parts) => {
    if (parts === null) return null;
    const { from, through } = parts;
    if (from !== through) return t('payout.range', { from: from + 1, through: through + 1 });
    return t('payout.one', { number: from + 1 });
  };
}
