import type { IntentState } from './bid-intent.ts';
import { aheadOfRoom } from './bid-intent.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { wasOutbid } from './room-prices.ts';

/** What the status of the panel is about; also its colour and sign. */
export type StatusKind =
  | 'sending'
  | 'unknown'
  | 'refused'
  | 'failed'
  | 'leading'
  | 'outbid'
  | 'paused'
  | 'waiting'
  | 'ready';

/** The one thing a bidder must know now: an open or refused intent first, then who leads, then the room's phase. */
export function statusKind(room: RoomState, intent: IntentState): StatusKind {
  switch (intent.step) {
    case 'sending':
    case 'unknown':
    case 'refused':
    case 'failed':
      return intent.step;
    case 'not-sent':
      return 'refused';
    default:
      return standingOf(room, intent);
  }
}

function standingOf(room: RoomState, intent: IntentState): StatusKind {
  const { me, head } = room;
  // My answer may be here before the room's update that brings the price.
  if (intent.step === 'confirmed' && aheadOfRoom(intent, head.seq))
    return intent.leading ? 'leading' : 'outbid';
  if (me.leading) return 'leading';
  if (head.phase === 'paused') return 'paused';
  if (head.phase === 'waiting') return 'waiting';
  return wasOutbid(room) ? 'outbid' : 'ready';
}

/** Whether the time of the last confirmation still says something: not once the price it was about is passed. */
export function tellsConfirmation(room: RoomState, intent: IntentState): boolean {
  if (intent.step !== 'confirmed') return false;
  if (intent.intent.kind !== 'offer') return true;
  if (aheadOfRoom(intent, room.head.seq)) return true;
  if (!intent.leading)
    return !room.me.leading && room.prices[0] !== undefined && isAnswerTo(room, intent.seq);
  return room.me.leading && room.head.priceTiyin === intent.intent.amountTiyin;
}

/** The newest price is the auto-bid's own answer to the entry with this place in the log. */
function isAnswerTo(room: RoomState, seq: number): boolean {
  return room.prices[0]?.seq === seq + 1 && room.prices[0].auto;
}
