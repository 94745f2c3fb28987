import { useTranslation } from 'react-i18next';
import type { CSSProperties } from 'react';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatTime } from '../../../lib/format/date.ts';
import type { RoomState } from './room-state.ts';
import parts from './parts.module.css';
import css from './price-panel.module.css';

/** The last offer, huge and the one before it. */
export function PricePanel({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const { head } = room;
  const [last, before] = room.prices;
  const price = formatMoney(head.priceTiyin ?? room.startPriceTiyin);
  return (
    <section className={`${parts.panel} ${css.panel}`} aria-labelledby="room-last-offer">
      <h2 id="room-last-offer" className={parts.label}>
        {head.priceTiyin === null ? t('price.start') : t('price.last')}
      </h2>
      {/* The key makes the number flip: React replaces the element, the style plays its short highlight. */}
      <p
        key={head.count}
        className={css.price}
        style={{ '--signs': price.length } as CSSProperties}
        data-testid="last-offer"
        data-price={head.priceTiyin ?? 0}
      >
        {price}
      </p>
      <p className={css.by}>
        {last
          ? t('price.by', { number: last.number, time: formatTime(last.atMs, { seconds: true }) })
          : t('price.none')}
        {last?.auto ? <span className={parts.tag}>{t('price.auto')}</span> : null}
      </p>
      <dl className={css.second}>
        <dt>{t('price.secondToLast')}</dt>
        <dd data-testid="second-offer">
          {before ? (
            <>
              <b>{formatMoney(before.amountTiyin)}</b>{' '}
              {t('price.by', { number: before.number, time: formatTime(before.atMs, { seconds: true }) })}
            </>
          ) : (
            '—'
          )}
        </dd>
      </dl>
    </section>
  );
}
