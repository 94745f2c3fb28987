import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lotDetails } from '#shared/api/site/lots.ts';
import { call } from '../../../lib/api-client.ts';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { untilItPasses } from '../../../lib/recover.ts';
import { useSession } from '../../../lib/session.ts';
import { InHeader } from '../../../ui/header-place.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { LiveAnnouncer } from './live-announcer.tsx';
import { LotBrief } from './lot-brief.tsx';
import { DeferredPart } from './deferred-part.tsx';
import { PriceChart } from './price-chart.tsx';
import { PriceList } from './price-list.tsx';
import { PricePanel } from './price-panel.tsx';
import { openRoomSession } from './room-session.ts';
import { RoomReady, useRoomReady } from './room-ready.ts';
import { BidderControls, mayBid, RoomSheet } from './room-sheet.tsx';
import { useRoom } from './room-store.ts';
import { RoomTopBar } from './room-top-bar.tsx';
import { useAnnouncements } from './use-announcements.ts';
import { useLocalized } from '../../../lib/use-localized.ts';
import { useTabTitle } from './use-tab-title.ts';
import css from './room.module.css';

const NoAccess = lazyScreen(
  async () => ({ default: (await import('./no-room.tsx')).NoAccess }),
  ['room-later'],
);
const NoRoom = lazyScreen(async () => ({ default: (await import('./no-room.tsx')).NoRoom }), ['room-later']);
const OtherAuctions = lazyScreen(() => import('./other-auctions.tsx'), ['room', 'room-later']);

const NEXT_ROUND_POLL_MS = 4_000;
/** A result may be cancelled after the close: an open page learns it within this time. */
const AFTERWARDS_POLL_MS = 60_000;

/** The room: bidders act here, observers watch the same. */
export function RoomPage({ lotId, notFound }: { lotId: number; notFound: ReactNode }) {
  const { t } = useTranslation('room');
  const localized = useLocalized();
  const status = useRoom((state) => state.status);
  const room = useRoom((state) => (state.lotId === lotId ? state.room : null));
  const closed = room?.head.phase === 'closed';
  const awaitsNext = closed && room.practice;
  const details = useQuery({
    queryKey: ['lot-details', lotId],
    queryFn: () => call(lotDetails, { params: { id: lotId } }),
    // The next round of a practice room is published soon after the hammer.
    refetchInterval: (query) => {
      const { state } = query;
      if (state.status === 'error') return untilItPasses(query);
      if (awaitsNext && !state.data?.nextLotId) return NEXT_ROUND_POLL_MS;
      return closed ? AFTERWARDS_POLL_MS : false;
    },
  });

  const signedIn = useSession((state) => state.user !== null);
  useEffect(() => openRoomSession(lotId), [lotId]);
  // Fetched while the room is joined: a bidder's button is there with the first price.
  useEffect(() => {
    if (signedIn) void BidderControls.preload();
  }, [signedIn]);
  const [controlsRendered, setControlsRendered] = useState(false);
  // A bidder's button comes before the chart and the fields.
  const ready = useRoomReady(room !== null && (controlsRendered || closed || !mayBid(room)));
  useAnnouncements();
  useTabTitle(details.data ? localized(details.data.title) : t('lot.number', { number: lotId }));

  if (status.kind === 'refused') {
    const awaited = <div className={css.bigSkeleton} data-skeleton="true" aria-busy />;
    const noAccess = status.error.code === 'no-access';
    if (!noAccess && !details.data) return details.isPending ? awaited : notFound;
    return (
      <Suspense fallback={awaited}>
        {details.data && !noAccess ? <NoRoom lot={details.data} /> : <NoAccess lotId={lotId} />}
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
                <PriceChart room={room} />
                <PriceList room={room} />
              </>
            ) : (
              <div className={css.bigSkeleton} data-skeleton="true" />
            )}
          </div>
          <RoomSheet room={room} lot={details.data} onControlsRendered={setControlsRendered} />
        </div>
        <DeferredPart meanwhile={null}>
          <OtherAuctions lotId={lotId} />
        </DeferredPart>
      </RoomReady>
    </div>
  );
}
