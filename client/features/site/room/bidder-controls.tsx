import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Bot } from 'lucide-react';
import { formatMoney } from '#client/lib/format/money.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { autoDoing } from './auto-doing.ts';
import { BidPanel } from './bid-panel.tsx';
import { DeferredPart } from './deferred-part.tsx';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import css from './bid-panel.module.css';

const AutoBidPanel = lazyScreen(() => import('./auto-bid-panel.tsx'), ['room', 'room-later']);

interface BidderControlsProps {
  room: RoomState;
  /** Class of what follows the notes on time. */
  afterNotes: string;
  /** The button is there; must stay the same function. */
  onRendered: (there: true) => void;
}

/** What a bidder acts with; who only watches does not load it. */
export default function BidderControls({ room, afterNotes, onRendered }: BidderControlsProps) {
  useEffect(() => onRendered(true), [onRendered]);
  return (
    <>
      <AutoLine room={room} />
      <BidPanel room={room} />
      {/* The last of the column: nothing moves when it comes. */}
      <div className={afterNotes}>
        <DeferredPart meanwhile={<div className={css.autoPlace} data-skeleton="true" aria-busy />}>
          <AutoBidPanel room={room} />
        </DeferredPart>
      </div>
    </>
  );
}

/** The own auto-bid in one line of the closed sheet. */
function AutoLine({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const { auto } = room.me;
  if (!auto) return null;
  const doing = autoDoing(room);
  const line = doing === 'exhausted' ? 'auto.lineUsed' : doing === 'asleep' ? 'auto.lineAsleep' : 'auto.line';
  return (
    <p className={css.autoLine} data-doing={doing} data-testid="auto-line">
      <Bot size={16} aria-hidden />
      <span>{t(line, { price: formatMoney(auto.maximumTiyin) })}</span>
    </p>
  );
}
