import { Columns2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { paths } from '../../../lib/paths.ts';
import { ROOMS_AT_ONCE } from '../../../lib/rooms-at-once.ts';
import { InHeader } from '../../../ui/header-place.tsx';
import { ConnectionLost } from './connection-bar.tsx';
import { DeferredPart } from './deferred-part.tsx';
import { RoomColumn } from './room-column.tsx';
import { RoomReady } from './room-ready.ts';
import { createRoomStore, RoomStoreContext, type RoomStoreApi } from './room-store.ts';
import { SoundSwitch } from './sound-switch.tsx';
import { useTabTitle } from './use-tab-title.ts';
import parts from './parts.module.css';
import room from './room.module.css';
import css from './rooms.module.css';

const NoRooms = lazyScreen(
  async () => ({ default: (await import('./no-room.tsx')).NoRooms }),
  ['room-later'],
);
const OtherAuctions = lazyScreen(() => import('./other-auctions.tsx'), ['room', 'room-later']);

interface RoomsPageProps {
  /** Lots whose rooms are shown, at most `ROOMS_AT_ONCE`. */
  lotIds: readonly number[];
  /** Lots for which there is no place. */
  beyond: readonly number[];
  /** What the address names that is no lot. */
  wrong: readonly string[];
}

/** Several rooms side by side: each joined for itself, each with its own button. */
export function RoomsPage({ lotIds, beyond, wrong }: RoomsPageProps) {
  const { t } = useTranslation(['room-later', 'room']);
  const stores = useRoomStores(lotIds);
  const [first] = stores;
  const title = t('rooms.title', { count: lotIds.length });
  const nameOf = useCallback((lotId: number) => t('room:lot.number', { number: lotId }), [t]);
  useTabTitle(stores, nameOf, `${title} · Savdo`);
  if (!first) return <NoRooms />;
  return (
    <div className={room.room} data-testid="rooms">
      <InHeader>
        <div className={css.bar}>
          <Columns2 size={20} aria-hidden />
          <span className={css.barTitle}>{title}</span>
          <SoundSwitch />
        </div>
      </InHeader>
      <h1 className={parts.srOnly}>{title}</h1>
      <RoomStoreContext value={first}>
        <ConnectionLost />
      </RoomStoreContext>
      <Notes beyond={beyond} wrong={wrong} />
      <div className={css.columns}>
        {stores.map((store) => {
          const { lotId } = store.getState();
          return (
            <RoomStoreContext key={lotId} value={store}>
              <RoomColumn lotId={lotId} others={lotIds.filter((id) => id !== lotId)} />
            </RoomStoreContext>
          );
        })}
      </div>
      <RoomReady value>
        <DeferredPart meanwhile={null}>
          <OtherAuctions lotIds={lotIds} />
        </DeferredPart>
      </RoomReady>
    </div>
  );
}

/** One store for each lot; a room that stays on the page keeps its own when others come or go. */
function useRoomStores(lotIds: readonly number[]): RoomStoreApi[] {
  const [known] = useState(() => new Map<number, RoomStoreApi>());
  return lotIds.map((lotId) => {
    const store = known.get(lotId) ?? createRoomStore(lotId, true);
    known.set(lotId, store);
    return store;
  });
}

/** What the address names and this page does not show. */
function Notes({ beyond, wrong }: Pick<RoomsPageProps, 'beyond' | 'wrong'>) {
  const { t } = useTranslation('room-later');
  const [next, ...further] = beyond;
  return (
    <>
      {wrong.length === 0 ? null : (
        <p className={room.banner} role="status">
          {t('rooms.wrong', { parts: wrong.join(', ') })}
        </p>
      )}
      {next === undefined ? null : (
        <p className={room.banner} role="status">
          {t('rooms.beyond', { count: ROOMS_AT_ONCE })}{' '}
          <Link to={paths.gameView(next, ...further)}>{t('rooms.toBeyond', { count: beyond.length })}</Link>
        </p>
      )}
    </>
  );
}
