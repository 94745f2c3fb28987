import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { mayBid, RoomControls } from './room-controls.tsx';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import css from './room-sheet.module.css';

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
  if (!room) return <div className={css.right} data-room-sheet="" data-skeleton="true" aria-busy="true" />;
  const closed = room.head.phase === 'closed';
  const Chevron = open ? ChevronDown : ChevronUp;
  return (
    <aside
      className={css.right}
      data-room-sheet={closed ? undefined : open ? 'open' : 'closed'}
      aria-label={t('sheet.label')}
    >
      {!closed && mayBid(room) ? (
        <button type="button" className={css.handle} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Chevron size={18} aria-hidden />
          {t(open ? 'sheet.less' : 'sheet.more')}
        </button>
      ) : null}
      <RoomControls room={room} lot={lot} onControlsRendered={onControlsRendered} />
    </aside>
  );
}
