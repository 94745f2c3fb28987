import { useTranslation } from 'react-i18next';
import { BadgeCheck, CircleAlert } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatMoney } from '../../lib/format/money.ts';
import { formatTime } from '../../lib/format/date.ts';
import type { RoomState } from './room-state.ts';
import css from './room.module.css';

/** The last offer, huge; the one before it; and whether I lead. */
export function PricePanel({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const { head } = room;
  const [last, before] = room.prices;
  const price = formatMoney(head.priceTiyin ?? room.startPriceTiyin);
  return (
    <section className={css.pricePanel} aria-labelledby="room-last-offer">
      <h2 id="room-last-offer" className={css.label}>
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
      <p className={css.priceBy}>
        {last
          ? t('price.by', { number: last.number, time: formatTime(last.atMs, { seconds: true }) })
          : t('price.none')}
        {last?.auto ? <span className={css.tag}>{t('price.auto')}</span> : null}
      </p>
      <Standing room={room} />
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

function Standing({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  if (room.me.number === null || room.head.phase === 'closed') return null;
  if (room.me.leading) {
    return (
      <p className={css.standing} data-kind="leading" data-testid="standing">
        <BadgeCheck size={20} aria-hidden /> {t('standing.leading')}
      </p>
    );
  }
  if (!room.prices.some((price) => price.number === room.me.number)) return null;
  return (
    <p className={css.standing} data-kind="outbid" data-testid="standing">
      <CircleAlert size={20} aria-hidden /> {t('standing.outbid')}
    </p>
  );
}
