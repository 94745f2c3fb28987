import { Suspense, use, useEffect } from 'react';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { CountdownPanel } from './countdown-panel.tsx';
import { ObserverPanel } from './observer-panel.tsx';
import { RoomReady } from './room-ready.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { TimeNotes } from './time-notes.tsx';
import css from './room-sheet.module.css';

export const BidderControls = lazyScreen(() => import('./bidder-controls.tsx'), ['room']);

const OutcomePanel = lazyScreen(() => import('./outcome-panel.tsx'), ['room', 'room-later']);

export const mayBid = ({ me }: RoomState): boolean => me.role === 'bidder' && me.notBiddingBecause === null;

interface RoomControlsProps {
  room: RoomState;
  lot: LotDetails | undefined;
  /** Called once a bidder's button is there. */
  onControlsRendered: (there: true) => void;
}

/** Time left and what the person can do in the room; after the close what came out. */
export function RoomControls({ room, lot, onControlsRendered }: RoomControlsProps) {
  const ready = use(RoomReady);
  // Here before the close: at the hammer the outcome is drawn at once.
  useEffect(() => {
    if (ready) void OutcomePanel.preload();
  }, [ready]);
  const meanwhile = <div className={css.controlsSkeleton} data-skeleton="true" aria-busy />;
  if (room.head.phase === 'closed')
    return (
      <PartBoundary>
        <Suspense fallback={meanwhile}>
          <OutcomePanel room={room} lot={lot} />
        </Suspense>
      </PartBoundary>
    );
  return (
    <>
      <CountdownPanel room={room} />
      <TimeNotes room={room} />
      {mayBid(room) ? (
        <PartBoundary>
          <Suspense fallback={meanwhile}>
            <BidderControls room={room} afterNotes={css.after ?? ''} onRendered={onControlsRendered} />
          </Suspense>
        </PartBoundary>
      ) : (
        <ObserverPanel room={room} lot={lot} />
      )}
    </>
  );
}
