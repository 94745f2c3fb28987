import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format/money.ts';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { LaterPart } from './later-part.tsx';
import type { RoomState } from './room-state.ts';
import css from './room.module.css';

const DrawnPrices = lazyScreen(() => import('./drawn-prices.tsx'));

/** Confirmed prices as steps over time; a pointer over them reads single ones. Its place is kept until it is drawn. */
export function PriceChart({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const { head, startPriceTiyin } = room;
  return (
    <figure className={css.chart} aria-label={t('chart.label')}>
      <div className={css.chartBox} aria-hidden>
        {head.count === 0 ? (
          <p className={css.chartEmpty}>{t('chart.empty')}</p>
        ) : (
          <LaterPart meanwhile={null}>
            <DrawnPrices room={room} />
          </LaterPart>
        )}
      </div>
      <figcaption className={css.srOnly}>
        {t('chart.text', {
          count: head.count,
          from: formatMoney(startPriceTiyin),
          to: formatMoney(head.priceTiyin ?? startPriceTiyin),
        })}
      </figcaption>
    </figure>
  );
}
