import { useTranslation } from 'react-i18next';
import { useId, type CSSProperties } from 'react';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatTime } from '../../../lib/format/date.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { RoomHeading } from './room-heading.tsx';
import parts from './parts.module.css';
import css from './price-panel.module.css';

/** The last offer, huge and the one before it. */
export function PricePanel({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const title = useId();
  const { head } = room;
  const [last, before] = room.prices;
  const price = formatMoney(head.priceTiyin ?? room.startPriceTiyin);
  return (
    <section className={`${parts.panel} ${css.panel}`} aria-labelledby={title}>
      <RoomHeading id={title} className={parts.label}>
        {head.priceTiyin === null ? t('price.start') : t('price.last')}
      </RoomHeading>
      {/* The key makes the number flip: React replaces the element, the style plays its short highlight. */}
      <p
        key={head.count}
        className={css.price}
        data-new={head.count > 0}
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
