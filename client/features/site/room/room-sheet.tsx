import { ChevronDown, ChevronUp } from 'lucide-react';
import { Suspense, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { CountdownPanel } from './countdown-panel.tsx';
import { ObserverPanel } from './observer-panel.tsx';
import { RoomReady } from './room-ready.ts';
import type { RoomState } from './room-state.ts';
import { TimeNotes } from './time-notes.tsx';
import css from './room-sheet.module.css';

export const BidderControls = lazyScreen(() => import('./bidder-controls.tsx'), ['room']);

const OutcomePanel = lazyScreen(() => import('./outcome-panel.tsx'), ['room', 'room-later']);

export const mayBid = ({ me }: RoomState): boolean => me.role === 'bidder' && me.notBiddingBecause === null;

interface SheetProps {
  room: RoomState | null;
  lot: LotDetails | undefined;
  /** Called once a bidder's button is there. */
  onControlsRendered: (there: true) => void;
}

/** Right column; on a phone a sheet at the bottom whose lower part opens on demand. */
export function RoomSheet({ room, lot, onControlsRendered }: SheetProps) {
  const { t } = useTranslation('room');
  const [open, setOpen] = useState(false);
  const ready = use(RoomReady);
  // Here before the close: at the hammer the outcome is drawn at once.
  useEffect(() => {
    if (ready) void OutcomePanel.preload();
  }, [ready]);
  if (!room) return <div className={css.right} data-room-sheet="" data-skeleton="true" aria-busy="true" />;
  if (room.head.phase === 'closed') {
    return (
      <aside className={css.right} aria-label={t('sheet.label')}>
        <PartBoundary>
          <Suspense fallback={<div className={css.controlsSkeleton} data-skeleton="true" aria-busy />}>
            <OutcomePanel room={room} lot={lot} />
          </Suspense>
        </PartBoundary>
      </aside>
    );
  }
  const bidder = mayBid(room);
  const Chevron = open ? ChevronDown : ChevronUp;
  return (
    <aside className={css.right} data-room-sheet={open ? 'open' : 'closed'} aria-label={t('sheet.label')}>
      {bidder ? (
        <button type="button" className={css.handle} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Chevron size={18} aria-hidden />
          {t(open ? 'sheet.less' : 'sheet.more')}
        </button>
      ) : null}
      <CountdownPanel room={room} />
      <TimeNotes room={room} />
      {bidder ? (
        <PartBoundary>
          <Suspense fallback={<div className={css.controlsSkeleton} data-skeleton="true" aria-busy />}>
            <BidderControls room={room} afterNotes={css.after ?? ''} onRendered={onControlsRendered} />
          </Suspense>
        </PartBoundary>
      ) : (
        <ObserverPanel room={room} lot={lot} />
      )}
    </aside>
  );
}
