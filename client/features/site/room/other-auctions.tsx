import { useQuery } from '@tanstack/react-query';
import { Columns2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { activeLotList } from '#shared/api/site/lots.ts';
import type { LotCard } from '#shared/api/site/lots.ts';
import { call } from '../../../lib/api-client.ts';
import { useBoard } from '../../../lib/auction-socket/use-board.ts';
import type { BoardLot } from '../../../lib/auction-socket/use-board.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { recovering } from '../../../lib/recover.ts';
import { paths } from '../../../lib/paths.ts';
import { ROOMS_AT_ONCE } from '../../../lib/rooms-at-once.ts';
import { Photo } from '../../../ui/photo.tsx';
import { clockDigits } from './countdown-text.ts';
import { useLocalized } from '../../../lib/use-localized.ts';
import { useServerNow } from './use-room-now.ts';
import parts from './parts.module.css';
import css from './other-auctions.module.css';

const SHOWN = 6;

/** Other current auctions with live prices. @param lotIds whose rooms are on the page; a stable list: no price of theirs renders this again */
export default memo(function OtherAuctions({ lotIds }: { lotIds: readonly number[] }) {
  const { t } = useTranslation(['room-later', 'room']);
  const list = useQuery({
    queryKey: ['other-auctions', ...lotIds],
    // One is left out by the server, the others here.
    queryFn: () =>
      call(activeLotList, { query: { limit: SHOWN + lotIds.length - 1, except: lotIds[0] ?? 0 } }),
    ...recovering(60_000),
  });
  const lots = (list.data ?? []).filter(({ id }) => !lotIds.includes(id)).slice(0, SHOWN);
  const board = useBoard(lots.map((lot) => lot.id));
  if (list.isError) {
    return (
      <section className={`${parts.panel} ${css.others}`}>
        <p role="status">
          {t('others.failed')}{' '}
          <button type="button" className={parts.plainSmall} onClick={() => void list.refetch()}>
            {t('others.again')}
          </button>
        </p>
      </section>
    );
  }
  if (lots.length === 0) return null;
  return (
    <section className={`${parts.panel} ${css.others}`} aria-labelledby="room-others">
      <h2 id="room-others" className={parts.panelTitle}>
        {t('others.title')}
      </h2>
      <ul className={css.list}>
        {lots.map((lot) => (
          <OtherLot key={lot.id} lot={lot} live={board.get(lot.id)} beside={lotIds} />
        ))}
      </ul>
    </section>
  );
});

interface OtherLotProps {
  lot: LotCard;
  live: BoardLot | undefined;
  /** Lots whose rooms are on the page. */
  beside: readonly number[];
}

function OtherLot({ lot, live, beside }: OtherLotProps) {
  const { t } = useTranslation(['room-later', 'room']);
  const localized = useLocalized();
  const [first, ...others] = beside;
  const now = useServerNow(1_000);
  const phase = live?.phase ?? lot.room.phase;
  const price = (live ? live.priceTiyin : lot.room.priceTiyin) ?? lot.startPriceTiyin;
  const until = phase === 'waiting' ? lot.opensAtMs : (live?.deadlineMs ?? lot.room.deadlineMs);
  const left = until - now;
  return (
    <li>
      <Link className={css.lot} to={paths.gameView(lot.id)}>
        <span className={css.photo}>
          <Photo photo={lot.photo} decorative />
        </span>
        <span className={css.name}>{localized(lot.title)}</span>
        <span className={css.price}>{formatMoney(price)}</span>
        <span className={css.time} data-phase={phase}>
          {phase === 'running' || phase === 'waiting'
            ? t(`others.${phase}`, { time: left > 0 ? clockDigits(left) : t('room:countdown.word.closing') })
            : t(`others.${phase}`)}
        </span>
      </Link>
      {first === undefined || beside.length >= ROOMS_AT_ONCE || phase === 'closed' ? null : (
        <Link className={css.beside} to={paths.gameView(first, ...others, lot.id)}>
          <Columns2 size={16} aria-hidden /> {t('others.beside')}
          <span className={parts.srOnly}>: {localized(lot.title)}</span>
        </Link>
      )}
    </li>
  );
}
