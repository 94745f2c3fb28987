import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/format/money.ts';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { PricesOrChart } from './prices-or-chart.tsx';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import parts from './parts.module.css';
import css from './price-chart.module.css';

const DrawnPrices = lazyScreen(() => import('./drawn-prices.tsx'));

/** Confirmed prices as steps over time; a pointer over them reads single ones. A placeholder holds its place until it is drawn. */
export default function PriceChart({ room }: { room: RoomState }) {
  const { t } = useTranslation('room-later');
  const { head, startPriceTiyin } = room;
  const meanwhile = <div data-skeleton="true" aria-busy />;
  return (
    <>
      <PricesOrChart />
      <figure className={`${parts.panel} ${css.chart}`} aria-label={t('chart.label')}>
        <div className={css.box} aria-hidden>
          {head.count === 0 ? (
            <p className={css.empty}>{t('chart.empty')}</p>
          ) : (
            <PartBoundary instead={meanwhile}>
              <Suspense fallback={meanwhile}>
                <DrawnPrices room={room} />
              </Suspense>
            </PartBoundary>
          )}
        </div>
        <figcaption className={parts.srOnly}>
          {t('chart.text', {
            count: head.count,
            from: formatMoney(startPriceTiyin),
            to: formatMoney(head.priceTiyin ?? startPriceTiyin),
          })}
        </figcaption>
      </figure>
    </>
  );
}
