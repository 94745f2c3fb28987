import { ArrowRight, GraduationCap, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotCard } from '#shared/api/lots.ts';
import type { BoardUpdate } from '#shared/realtime/room.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Photo } from '#client/ui/photo.tsx';
import { StatusBadge } from '#client/ui/status-badge.tsx';
import { liveOf, type LotLive } from './lot-live.ts';
import { LotTimer } from './lot-timer.tsx';
import css from './lot-tile.module.css';

interface LotTileProps {
  lot: LotCard;
  board: BoardUpdate[number] | undefined;
  /** Among the first on screen: its photo is loaded at once. */
  eager?: boolean;
  view?: 'grid' | 'list';
  headingLevel?: 2 | 3;
}

/** A lot in a list. The whole tile leads to its card; while its room is open, a second link leads into the room. */
export function LotTile({ lot, board, eager = false, view = 'grid', headingLevel = 3 }: LotTileProps) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const live = liveOf(lot, board);
  const Heading = `h${headingLevel}` as const;
  const open = live.phase === 'running' || live.phase === 'paused';
  return (
    <article className={css.tile} data-view={view}>
      <div className={css.photo}>
        <Photo photo={lot.photo} eager={eager} decorative />
        {lot.practice ? (
          <span className={css.practice}>
            <GraduationCap size={14} aria-hidden /> {t('tile.practice')}
          </span>
        ) : null}
      </div>
      <div className={css.body}>
        <div className={css.head}>
          <StatusBadge status={live.status} />
          <span className={css.number}>{t('tile.number', { number: lot.number })}</span>
        </div>
        <Heading className={css.title}>
          <Link to={paths.lotView(lot.id)}>{localized(lot.title)}</Link>
        </Heading>
        <p className={css.place}>
          <MapPin size={15} aria-hidden />
          <span>{localized(lot.region)}</span>
        </p>
      </div>
      <div className={css.figures}>
        <TilePrice lot={lot} live={live} />
        <LotTimer lot={lot} live={live} />
      </div>
      {open ? (
        <Link className={css.enter} to={paths.gameView(lot.id)}>
          {t('tile.enter')} <ArrowRight size={18} aria-hidden />
        </Link>
      ) : null}
    </article>
  );
}

function TilePrice({ lot, live }: { lot: LotCard; live: LotLive }) {
  const { t } = useTranslation('lots');
  const label =
    live.priceTiyin === null ? 'startPrice' : live.phase === 'closed' ? 'finalPrice' : 'currentPrice';
  return (
    <div className={css.priceFigure}>
      <span className={css.label}>{t(`tile.${label}`)}</span>
      {/* The key restarts the highlight at each new price; the first one of a page is not highlighted (see the styles). */}
      <span
        key={live.count}
        className={css.price}
        data-live={live.phase === 'running' && live.count > lot.room.count}
      >
        <MoneyText tiyin={live.priceTiyin ?? lot.startPriceTiyin} size="large" />
      </span>
    </div>
  );
}
