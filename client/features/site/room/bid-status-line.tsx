import { BadgeCheck, CircleAlert, Gavel, Hourglass, PauseCircle, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatTime } from '../../../lib/format/date.ts';
import type { IntentState } from './bid-intent.ts';
import { statusKind, tellsConfirmation, type StatusKind } from './bid-status.ts';
import { boundOf, hasReach } from './offer-bounds.ts';
import { BoundText } from './offer-bound-text.tsx';
import { ReachText } from './reach-text.tsx';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { useRoom } from './room-store.ts';
import css from './bid-status.module.css';

const ICONS: Record<StatusKind, LucideIcon> = {
  sending: Hourglass,
  unknown: Hourglass,
  refused: CircleAlert,
  failed: CircleAlert,
  leading: BadgeCheck,
  outbid: CircleAlert,
  paused: PauseCircle,
  waiting: Hourglass,
  ready: Gavel,
};

/** Leading, outbid, sending or refused: one place of one height, so that nothing around it moves. */
export function BidStatusLine({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const intent = useRoom((state) => state.intent);
  const kind = statusKind(room, intent);
  const Icon = ICONS[kind];
  const standing = kind === 'leading' || kind === 'outbid';
  return (
    <div className={css.status} data-kind={kind} data-step={intent.step} data-testid="bid-status">
      <Icon size={22} aria-hidden />
      <div className={css.words}>
        {/* Screen readers hear this from the room's announcements. */}
        {standing ? <b>{t(`standing.${kind}`)}</b> : null}
        <span role="status" data-testid="intent-note">
          <IntentText room={room} intent={intent} />
        </span>
        {intent.step === 'idle' || intent.step === 'asking' || intent.step === 'confirmed' ? (
          <PhaseText room={room} kind={kind} />
        ) : null}
      </div>
    </div>
  );
}

/** What became of the last intent; nothing once that is of no use any more. */
function IntentText({ room, intent }: { room: RoomState; intent: IntentState }) {
  const { t } = useTranslation('room');
  switch (intent.step) {
    case 'idle':
    case 'asking':
      return null;
    case 'sending':
      return <>{t('intent.sending')}</>;
    case 'unknown':
      return <>{t('intent.unknown')}</>;
    case 'not-sent':
      return <BoundText bound={intent.bound} />;
    case 'confirmed': {
      if (!tellsConfirmation(room, intent)) return null;
      const time = formatTime(intent.atMs, { seconds: true, millis: true });
      if (intent.intent.kind === 'auto-clear') return <>{t('intent.autoCleared', { time })}</>;
      if (intent.intent.kind === 'auto-set')
        return <>{t(intent.asleep ? 'intent.autoAsleep' : 'intent.autoSet', { time })}</>;
      const price = formatMoney(intent.intent.amountTiyin);
      return <>{t(intent.leading ? 'intent.confirmed' : 'intent.confirmedOutbid', { time, price })}</>;
    }
    case 'refused':
      return (
        <>
          {t(`refusal.${intent.reason}`, {
            // The price may have moved on since: what is named is what passes now.
            suggested: formatMoney(Math.max(intent.suggestedTiyin, room.head.suggestedTiyin)),
            limit: formatMoney(intent.limitTiyin),
            most: formatMoney(intent.mostTiyin),
          })}
        </>
      );
    case 'failed':
      return <>{t(`failure.${intent.code}`, { defaultValue: t('failure.unavailable') })}</>;
  }
}

/** What the room is waiting for, while there is nothing to say of an offer. */
function PhaseText({ room, kind }: { room: RoomState; kind: StatusKind }) {
  const { t } = useTranslation('room');
  const intent = useRoom((state) => state.intent);
  if (kind === 'paused') return <>{t('countdown.paused')}</>;
  if (tellsConfirmation(room, intent)) return null;
  if (kind === 'waiting') return <>{t('bid.beforeOpening')}</>;
  if (kind === 'leading') return null;
  const bound = boundOf(room, room.head.suggestedTiyin);
  if (bound?.reason === 'limit-exceeded') return <BoundText bound={bound} />;
  if (kind !== 'ready') return null;
  return (
    <>
      <span className={css.notYet}>{t('bid.notYet')}</span>
      {/* The closed sheet of a phone hides the line under the field, which says this elsewhere. */}
      {hasReach(room) ? (
        <span className={css.reach} data-testid="reach-in-closed-sheet">
          <ReachText room={room} />
        </span>
      ) : null}
    </>
  );
}
