import { useTranslation } from 'react-i18next';
import { formatTiyin } from '#client/lib/format/money.ts';
import css from './top-up.module.css';

/** In tiyin: 100 000, 500 000, 1, 5 and 10 million UZS. */
const SUMS = [10_000_000, 50_000_000, 100_000_000, 500_000_000, 1_000_000_000] as const;

/** Common sums for one press. */
export function QuickSums({
  chosen,
  onChoose,
}: {
  chosen: number | null;
  onChoose: (tiyin: number) => void;
}) {
  const { t } = useTranslation('payments');
  return (
    <div className={css.quick} role="group" aria-label={t('topUp.quick')}>
      {SUMS.map((tiyin) => (
        <button key={tiyin} type="button" aria-pressed={tiyin === chosen} onClick={() => onChoose(tiyin)}>
          {formatTiyin(tiyin)}
        </button>
      ))}
    </div>
  );
}
