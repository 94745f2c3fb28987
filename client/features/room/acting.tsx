import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AutoBidPanel } from './auto-bid-panel.tsx';
import { BidPanel } from './bid-panel.tsx';
import type { RoomState } from './room-state.ts';
import css from './room.module.css';

interface ActingProps {
  room: RoomState;
  /** The sheet of a small window is drawn up. */
  open: boolean;
  onToggle: () => void;
}

/** What a bidder acts with; who only watches does not load it. */
export default function Acting({ room, open, onToggle }: ActingProps) {
  const { t } = useTranslation('room');
  return (
    <>
      <BidPanel room={room} />
      <button type="button" className={css.sheetToggle} aria-expanded={open} onClick={onToggle}>
        {open ? <ChevronDown size={18} aria-hidden /> : <ChevronUp size={18} aria-hidden />}
        {t(open ? 'sheet.less' : 'sheet.more')}
      </button>
      <AutoBidPanel room={room} />
    </>
  );
}
