import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicPrice } from '#shared/realtime/room.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { formatTime } from '../../lib/format/date.ts';
import { hasAllPrices } from './room-state.ts';
import type { RoomState } from './room-state.ts';
import { loadOlderPrices } from './http-room.ts';
import { useRowsOnScreen } from './use-rows-on-screen.ts';
import css from './room.module.css';

const ROW_PX = 40;

/** All confirmed prices, newest first; only the rows on screen are drawn, older ones are fetched when reached. */
export function PriceList({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const box = useRef<HTMLDivElement>(null);
  const [first, end] = useRowsOnScreen(box, room.prices.length, ROW_PX);
  const complete = hasAllPrices(room);
  useEffect(() => {
    if (!complete && room.prices.length > 0 && end >= room.prices.length) void loadOlderPrices(room);
  }, [complete, end, room]);

  return (
    <section className={css.listPanel} aria-labelledby="room-prices">
      <h2 id="room-prices" className={css.panelTitle}>
        {t('prices.title')} <span className={css.muted}>{room.head.count}</span>
      </h2>
      {room.prices.length === 0 ? (
        <p className={css.empty}>{t('prices.empty')}</p>
      ) : (
        // Focusable so that the list scrolls by keyboard.
        <div ref={box} className={css.listBox} tabIndex={0} role="region" aria-labelledby="room-prices">
          <ol
            className={css.list}
            style={{ height: room.prices.length * ROW_PX }}
            reversed
            start={room.head.count}
          >
            {room.prices.slice(first, end).map((price, index) => (
              <PriceRow
                key={price.seq}
                price={price}
                mine={price.number === room.me.number}
                top={(first + index) * ROW_PX}
              />
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

function PriceRow({ price, mine, top }: { price: PublicPrice; mine: boolean; top: number }) {
  const { t } = useTranslation('room');
  return (
    <li className={css.row} data-mine={mine} style={{ transform: `translateY(${top}px)`, height: ROW_PX }}>
      <time className={css.rowTime}>{formatTime(price.atMs, { seconds: true })}</time>
      <span className={css.rowWho}>
        {mine ? t('prices.you') : t('prices.participant', { number: price.number })}
        {price.auto ? <span className={css.tag}>{t('price.auto')}</span> : null}
        {price.extended ? <span className={css.tag}>{t('prices.extended')}</span> : null}
      </span>
      <span className={css.rowPrice}>{formatMoney(price.amountTiyin)}</span>
    </li>
  );
}
