import { AlarmClockPlus, Bot, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicPrice } from '#shared/realtime/room.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatTime } from '../../../lib/format/date.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import parts from './parts.module.css';
import css from './price-list.module.css';

export const ROW_PX = 40;

/** Some rows of the list of prices, by place; the list is as high as all of them. */
export function PriceRows({ room, places }: { room: RoomState; places: readonly number[] }) {
  return (
    <ol className={css.list} style={{ height: room.prices.length * ROW_PX }} reversed start={room.head.count}>
      {places.map((place) => {
        const price = room.prices[place];
        return price ? (
          <li
            key={price.seq}
            className={css.row}
            data-mine={price.number === room.me.number}
            style={{ transform: `translateY(${place * ROW_PX}px)`, height: ROW_PX }}
          >
            <PriceCells price={price} mine={price.number === room.me.number} />
          </li>
        ) : null;
      })}
    </ol>
  );
}

/** A new price moves the others down, and changes nothing in them. */
const PriceCells = memo(function PriceCells({ price, mine }: { price: PublicPrice; mine: boolean }) {
  const { t } = useTranslation('room');
  return (
    <>
      <time className={css.time}>{formatTime(price.atMs, { seconds: true })}</time>
      <span className={css.who}>
        <span className={css.name}>
          {mine ? t('prices.you') : t('prices.participant', { number: price.number })}
        </span>
        {price.auto ? <Tag icon={Bot} word={t('price.auto')} /> : null}
        {price.extended ? <Tag icon={AlarmClockPlus} word={t('prices.extended')} /> : null}
      </span>
      <span className={css.price}>{formatMoney(price.amountTiyin)}</span>
    </>
  );
});

/** How a price came to be; narrow windows show its sign only. */
function Tag({ icon: Icon, word }: { icon: LucideIcon; word: string }) {
  return (
    <span className={`${parts.tag} ${css.mark}`} title={word}>
      <Icon size={14} aria-hidden />
      <span className={css.markWord}>{word}</span>
    </span>
  );
}
