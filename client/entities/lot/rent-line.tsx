import { useTranslation } from 'react-i18next';
import type { LotCard } from '#shared/api/site/lots.ts';
import { monthlyRentTiyin } from '#shared/trade/rent.ts';
import { formatMoney } from '#client/lib/format/money.ts';

interface RentLineProps {
  lot: Pick<LotCard, 'rent'>;
  /** For the whole term: the price beside which this is said. */
  priceTiyin: number;
  className?: string | undefined;
}

/** Of a lot that is let: for how long the price is, and what that is a month. Nothing for lots that are sold. */
export function RentLine({ lot: { rent }, priceTiyin, className }: RentLineProps) {
  const { t } = useTranslation('lots');
  if (!rent) return null;
  const monthly = monthlyRentTiyin(priceTiyin, rent.months);
  return (
    <span className={className}>
      {rent.months === null || monthly === null
        ? t('tile.rentInPapers')
        : t('tile.rent', { count: rent.months, sum: formatMoney(monthly) })}
    </span>
  );
}
