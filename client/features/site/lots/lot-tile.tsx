import { CalendarRange, GraduationCap, MapPin } from 'lucide-react';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotCard, Stock } from '#shared/api/site/lots.ts';
import { useBoardLot } from '#client/lib/auction-socket/use-board.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { formatPercent } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Photo } from '#client/ui/photo.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { RentLine } from '#client/entities/lot/rent-line.tsx';
import { CategoryPicture } from './category-icon.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { liveOf, mayChange, type LotLive } from '#client/entities/lot/lot-live.ts';
import { LotTimer } from './lot-timer.tsx';
import css from './lot-tile.module.css';

/** Of a grid: two columns of a phone and of a tablet. Of a list: beside the texts. */
const PHOTO_SIZES = {
  grid: '(max-width: 1000px) 50vw, 320px',
  list: '(max-width: 500px) 108px, 196px',
};

interface LotTileProps {
  lot: LotCard;
  /** Among the first on screen: its photo is loaded at once. */
  eager?: boolean;
  view?: 'grid' | 'list';
  headingLevel?: 2 | 3;
}

/**
 * A lot in a list, with its price and time while it is on screen. The whole tile leads to its card, which leads into the room while
 * that is open.
 */
export const LotTile = memo(function LotTile(props: LotTileProps) {
  const { lot, eager = false, view = 'grid', headingLevel = 3 } = props;
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const tile = useRef<HTMLElement>(null);
  const live = liveOf(lot, useBoardLot(lot.id, tile, mayChange(lot)));
  const Heading = `h${headingLevel}` as const;
  const open = live.phase === 'running' || live.phase === 'paused';
  const title = localized(lot.title);
  return (
    <article ref={tile} className={css.tile} data-view={view}>
      <div className={css.photo}>
        <Photo
          photo={lot.photo}
          eager={eager}
          decorative
          sizes={PHOTO_SIZES[view]}
          instead={<CategoryPicture id={lot.categoryId} size={56} />}
        />
        {view === 'grid' ? <LotNumber number={lot.number} /> : null}
        <div className={css.marks}>
          {lot.practice ? (
            <span className={css.mark}>
              <GraduationCap size={14} aria-hidden /> {t('tile.practice')}
            </span>
          ) : null}
          {lot.instalmentMonths === null ? null : (
            <span className={css.mark}>
              <CalendarRange size={14} aria-hidden /> {t('tile.parts', { months: lot.instalmentMonths })}
            </span>
          )}
        </div>
      </div>
      <div className={css.heart}>
        <FavouriteButton lotId={lot.id} title={title} />
      </div>
      <div className={css.body}>
        <div className={css.head}>
          <StatusBadge status={live.status} />
          {view === 'list' ? <LotNumber number={lot.number} /> : null}
        </div>
        <Heading className={css.title}>
          <Link to={paths.lotView(lot.id)}>{title}</Link>
        </Heading>
        <p className={css.place}>
          <MapPin size={15} aria-hidden />
          <span>{[lot.area, lot.region].flatMap((each) => (each ? localized(each) : [])).join(', ')}</span>
        </p>
      </div>
      <div className={css.figures}>
        <TilePrice lot={lot} live={live} />
        {view === 'list' || !open ? <TileDeposit lot={lot} live={live} /> : null}
        <LotTimer lot={lot} live={live} />
      </div>
    </article>
  );
});

/** The number people quote: over the photo of a tile, beside the status in a list. */
function LotNumber({ number }: { number: string }) {
  const { t } = useTranslation('lots');
  return (
    <span className={css.number}>
      <span aria-hidden>{t('tile.shortNumber', { number })}</span>
      <span className="sr-only">{t('tile.number', { number })}</span>
    </span>
  );
}

function TilePrice({ lot, live }: { lot: LotCard; live: LotLive }) {
  const { t } = useTranslation('lots');
  const label =
    lot.tradeType === 'fixed-price'
      ? 'fixedPrice'
      : live.priceTiyin === null
        ? 'startPrice'
        : live.phase === 'closed'
          ? 'finalPrice'
          : 'currentPrice';
  return (
    <div className={css.priceFigure}>
      <span className={css.label}>{t(`tile.${label}`)}</span>
      {/* The key restarts the highlight at each new price; the first one of a page is not highlighted (see the styles). */}
      <span
        key={live.count}
        className={css.price}
        data-new={live.phase === 'running' && live.count > lot.room.count}
      >
        <MoneyText
          tiyin={live.priceTiyin ?? lot.startPriceTiyin}
          size="large"
          live={live.phase === 'running'}
        />
      </span>
      <RentLine lot={lot} priceTiyin={live.priceTiyin ?? lot.startPriceTiyin} className={css.rent} />
    </div>
  );
}

/** What is left of a lot at a fixed price, as it is now. */
function TileStock({ stock }: { stock: Stock }) {
  const { t } = useTranslation('lots');
  const { units, reserved, sold } = stock;
  const free = units - reserved - sold;
  return (
    <div className={css.figure}>
      <span className={css.label}>{t('tile.left')}</span>
      <span className={css.time}>
        {sold >= units
          ? t('tile.soldOut')
          : free <= 0
            ? t('tile.allReserved')
            : t('tile.of', { free: formatCount(free), units: formatCount(units) })}
      </span>
    </div>
  );
}

/** What taking part asks for, while one can still apply. */
function TileDeposit({ lot, live }: { lot: LotCard; live: LotLive }) {
  const { t } = useTranslation('lots');
  if (live.stock) return <TileStock stock={live.stock} />;
  if (live.phase !== 'waiting' || lot.tradeType === 'fixed-price') return null;
  return (
    <div className={css.figure}>
      <span className={css.label}>
        {t('tile.deposit')}
        {lot.depositTiyin > 0 ? ` (${formatPercent(lot.depositPercent)})` : ''}
      </span>
      <span className={css.time}>
        {lot.depositTiyin > 0 ? <MoneyText tiyin={lot.depositTiyin} /> : t('tile.noDeposit')}
      </span>
    </div>
  );
}
