import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { InHeader } from '../../../ui/header-place.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { LiveAnnouncer } from './live-announcer.tsx';
import { LotBrief } from './lot-brief.tsx';
import { DeferredPart } from './deferred-part.tsx';
import { PriceList } from './price-list.tsx';
import { PricePanel } from './price-panel.tsx';
import { mayBid } from './room-controls.tsx';
import { RoomReady } from './room-ready.ts';
import { RoomSheet } from './room-sheet.tsx';
import { createRoomStore, RoomStoreContext, useRoom, useRoomStore } from './room-store.ts';
import { RoomTopBar } from './room-top-bar.tsx';
import { useLocalized } from '../../../lib/use-localized.ts';
import { useRenderedRoom } from './use-rendered-room.ts';
import { useRoomLot } from './use-room-lot.ts';
import { useRoomSession } from './use-room-session.ts';
import { useTabTitle } from './use-tab-title.ts';
import css from './room.module.css';

const NoRoom = lazyScreen(() => import('./no-room.tsx'), ['room-later']);
const OutbidQuestion = lazyScreen(() => import('./outbid-question.tsx'), ['alerts']);
const PriceChart = lazyScreen(() => import('./price-chart.tsx'), ['room-later']);
const OtherAuctions = lazyScreen(() => import('./other-auctions.tsx'), ['room', 'room-later']);

interface RoomPageProps {
  lotId: number;
  notFound: ReactNode;
}

/** The room: bidders act here, observers watch the same. */
export function RoomPage(props: RoomPageProps) {
  const [store] = useState(() => createRoomStore(props.lotId));
  return (
    <RoomStoreContext value={store}>
      <Room {...props} />
    </RoomStoreContext>
  );
}

function Room({ lotId, notFound }: RoomPageProps) {
  const { t } = useTranslation('room');
  const localized = useLocalized();
  const status = useRoom((state) => state.status);
  const room = useRoom((state) => state.room);
  const details = useRoomLot(lotId, room);
  const rendered = useRenderedRoom(lotId, status.kind);
  const { ready, onControlsRendered } = useRoomSession(room);
  const name = details.data ? localized(details.data.title) : t('lot.number', { number: lotId });
  const store = useRoomStore();
  const lotIds = useMemo(() => [lotId], [lotId]);
  useTabTitle(
    useMemo(() => [store], [store]),
    useCallback(() => name, [name]),
    name,
  );

  if (status.kind === 'refused') {
    const awaited = <div className={css.bigSkeleton} data-skeleton="true" aria-busy />;
    return (
      <Suspense fallback={awaited}>
        <NoRoom lotId={lotId} lot={details} notFound={notFound} awaited={awaited} />
      </Suspense>
    );
  }
  return (
    <div className={css.room} data-testid="room" data-seq={room?.head.seq ?? 0}>
      <ConnectionBar />
      <LiveAnnouncer />
      <InHeader>
        <RoomTopBar lot={details.data} awaited={room === null} />
      </InHeader>
      {status.kind === 'unreachable' ? (
        <p className={css.banner} role="alert">
          {t('banner.unreachable')}
        </p>
      ) : null}
      <RoomReady value={ready}>
        {/* A grid of its own while the room is loading: what replaces it is where it will stay. */}
        <div key={room ? 'room' : 'awaited'} className={css.grid}>
          <div className={css.left}>
            <LotBrief lot={details.data} />
          </div>
          <div className={css.center} aria-busy={room === null}>
            {room ? (
              <>
                <PricePanel room={room} />
                {mayBid(room) ? (
                  <DeferredPart meanwhile={null}>
                    <OutbidQuestion />
                  </DeferredPart>
                ) : null}
                <DeferredPart meanwhile={<div className={css.chartPlace} data-skeleton="true" aria-busy />}>
                  <PriceChart room={room} />
                </DeferredPart>
                <PriceList room={room} />
              </>
            ) : (
              <>
                {rendered ? <PricePanel room={rendered} /> : null}
                <div className={css.bigSkeleton} data-skeleton="true" />
              </>
            )}
          </div>
          <RoomSheet room={room} lot={details.data} onControlsRendered={onControlsRendered} />
        </div>
        <DeferredPart meanwhile={null}>
          <OtherAuctions lotIds={lotIds} />
        </DeferredPart>
      </RoomReady>
    </div>
  );
}
