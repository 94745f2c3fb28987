import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense, useId } from 'react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { paths } from '../../../lib/paths.ts';
import { useLocalized } from '../../../lib/use-localized.ts';
import { Photo } from '../../../ui/photo.tsx';
import { Interrupted } from './connection-bar.tsx';
import { LiveAnnouncer } from './live-announcer.tsx';
import { PricePanel } from './price-panel.tsx';
import { RoomControls } from './room-controls.tsx';
import { RoomReady } from './room-ready.ts';
import { useRoom } from './room-store.ts';
import { useRoomLot } from './use-room-lot.ts';
import { useRoomSession } from './use-room-session.ts';
import room from './room.module.css';
import css from './rooms.module.css';

const NoRoom = lazyScreen(() => import('./no-room.tsx'), ['room-later']);

interface RoomColumnProps {
  lotId: number;
  /** Lots of the other rooms on the page. */
  others: readonly number[];
}

/** One of several rooms: a region named after its lot, with its own price, time and button. */
export function RoomColumn({ lotId, others }: RoomColumnProps) {
  const { t } = useTranslation(['room-later', 'room']);
  const id = useId();
  const state = useRoom((store) => store.room);
  const interrupted = useRoom((store) => store.interrupted);
  const lot = useRoomLot(lotId, state);
  const { ready, onControlsRendered } = useRoomSession(state);
  const number = state?.me.number ?? null;
  const [first, ...further] = others;
  return (
    <section className={css.column} aria-labelledby={id} data-testid="room-column" data-lot={lotId}>
      <LiveAnnouncer />
      <header className={css.head}>
        <span className={css.photo}>
          <Photo photo={lot.data?.photos[0] ?? null} decorative eager />
        </span>
        <h2 id={id}>
          <small>{t('room:lot.number', { number: lotId })}</small> <Title lotId={lotId} lot={lot.data} />
        </h2>
        {first === undefined ? null : (
          <Link
            className={css.close}
            to={paths.gameView(first, ...further)}
            aria-label={t('rooms.close', { number: lotId })}
          >
            <X size={20} aria-hidden />
          </Link>
        )}
      </header>
      <p className={css.role}>
        {number === null ? t(`room:role.${state?.me.role ?? 'observer'}`) : t('room:you', { number })}
      </p>
      {interrupted ? <Interrupted /> : null}
      <RoomReady value={ready}>
        {state ? (
          <>
            <div className={css.price}>
              <PricePanel room={state} />
            </div>
            <RoomControls room={state} lot={lot.data} onControlsRendered={onControlsRendered} />
          </>
        ) : (
          <Awaited lotId={lotId} lot={lot} />
        )}
      </RoomReady>
    </section>
  );
}

function Title({ lotId, lot }: { lotId: number; lot: LotDetails | undefined }) {
  const localized = useLocalized();
  return lot ? <Link to={paths.gameView(lotId)}>{localized(lot.title)}</Link> : null;
}

/** Instead of a room: it is being joined, cannot be reached, or is not there for this person. */
function Awaited({ lotId, lot }: { lotId: number; lot: UseQueryResult<LotDetails> }) {
  const { t } = useTranslation(['room-later', 'room']);
  const { kind } = useRoom((store) => store.status);
  const awaited = <div className={css.awaited} data-skeleton="true" aria-busy />;
  if (kind === 'unreachable')
    return (
      <p className={room.banner} role="alert">
        {t('room:banner.unreachable')}
      </p>
    );
  if (kind !== 'refused') return awaited;
  const notFound = (
    <p className={room.banner} role="alert">
      {t('rooms.noLot', { number: lotId })}
    </p>
  );
  return (
    <Suspense fallback={awaited}>
      <NoRoom lotId={lotId} lot={lot} notFound={notFound} awaited={awaited} />
    </Suspense>
  );
}
