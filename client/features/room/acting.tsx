import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format/money.ts';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { BidPanel } from './bid-panel.tsx';
import { LaterPart } from './later-part.tsx';
import type { RoomState } from './room-state.ts';
import css from './room.module.css';

const AutoBidPanel = lazyScreen(() => import('./auto-bid-panel.tsx'), ['room']);

interface ActingProps {
  room: RoomState;
  /** The sheet of a small window is drawn up. */
  open: boolean;
  onToggle: () => void;
  /** The button is there; must stay the same function. */
  onDrawn: (there: true) => void;
}

/** What a bidder acts with; who only watches does not load it. */
export default function Acting({ room, open, onToggle, onDrawn }: ActingProps) {
  useEffect(() => onDrawn(true), [onDrawn]);
  const { t } = useTranslation('room');
  const { priceTiyin } = room.head;
  return (
    <>
      {/* Drawn up, the sheet lies over the price: it tells it itself. */}
      {open && priceTiyin !== null ? (
        <p>
          {t('price.last')} <b>{formatMoney(priceTiyin)}</b>
        </p>
      ) : null}
      <BidPanel room={room} />
      <button type="button" className={css.sheetToggle} aria-expanded={open} onClick={onToggle}>
        {open ? <ChevronDown size={18} aria-hidden /> : <ChevronUp size={18} aria-hidden />}
        {t(open ? 'sheet.less' : 'sheet.more')}
      </button>
      {/* The last of the column: nothing moves when it comes. */}
      <LaterPart meanwhile={<div className={css.autoPanel} data-skeleton="true" aria-busy />}>
        <AutoBidPanel room={room} />
      </LaterPart>
    </>
  );
}
