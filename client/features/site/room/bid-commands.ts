import { request, useConnection } from '#client/lib/auction-socket/connection.ts';
import type { Intent, IntentKind } from './bid-intent.ts';
import { isOpen, aheadOfRoom, needsAsking, newBidId, basisPointsAbove } from './bid-intent.ts';
import { sendOverHttp } from './http-room.ts';
import type { OfferBound } from './offer-bounds.ts';
import { setIntent, useRoom } from './room-store.ts';
import { sendIntent } from './send-intent.ts';
import type { CommandAnswer, CommandTransport } from './send-intent.ts';

const transport: CommandTransport = {
  send(event, payload) {
    if (useConnection.getState().status === 'online') return request<CommandAnswer>(event, payload);
    return sendOverHttp(event, payload);
  },
};

/**
 * Offers exactly this sum. More than 30 % above the suggested price first asks once; `confirmed` is the yes to that.
 * Does nothing while another intent is open: a second press is never a second intent.
 */
export function offer(amountTiyin: number, confirmed = false): void {
  const { room, intent } = useRoom.getState();
  if (!room || isOpen(intent)) return;
  // The answer to a first press may be here before the room's update: the second of two quick presses ends here.
  if (aheadOfRoom(intent, room.head.seq)) return;
  const { suggestedTiyin } = room.head;
  if (!confirmed && needsAsking(amountTiyin, suggestedTiyin)) {
    ask(amountTiyin, suggestedTiyin);
    return;
  }
  void run('offer', amountTiyin, confirmed);
}

/** Says why this sum cannot pass, without sending it. */
export function refuseHere(amountTiyin: number, bound: OfferBound): void {
  if (!isOpen(useRoom.getState().intent)) setIntent({ step: 'not-sent', amountTiyin, bound });
}

function ask(amountTiyin: number, suggestedTiyin: number): void {
  const overBasisPoints = basisPointsAbove(amountTiyin, suggestedTiyin);
  setIntent({ step: 'asking', amountTiyin, overBasisPoints });
}

export function setAutoBid(maximumTiyin: number): void {
  void run('auto-set', maximumTiyin);
}

export function clearAutoBid(): void {
  void run('auto-clear', 0);
}

export function dismissIntent(): void {
  if (!isOpen(useRoom.getState().intent)) setIntent({ step: 'idle' });
}

async function run(kind: IntentKind, amountTiyin: number, confirmed = false): Promise<void> {
  const { room, lotId, intent: open } = useRoom.getState();
  if (!room || isOpen(open)) return;
  const intent: Intent = {
    kind,
    bidId: newBidId(),
    amountTiyin,
    confirmed,
    sentEpoch: room.head.epoch,
    repeats: 0,
  };
  setIntent({ step: 'sending', intent });
  const result = await sendIntent(lotId, intent, transport, () => {
    if (sameIntent(intent)) setIntent({ step: 'unknown', intent });
  });
  // Another room may have been opened meanwhile: its state is not ours to change.
  if (!sameIntent(intent)) return;
  // By the server's price it is a jump: the same question, and a yes is a new offer with a new id.
  if (result.step === 'refused' && result.reason === 'confirm-jump') {
    ask(amountTiyin, result.suggestedTiyin);
    return;
  }
  setIntent(result);
}

function sameIntent(intent: Intent): boolean {
  const { intent: current } = useRoom.getState();
  return 'intent' in current && current.intent.bidId === intent.bidId;
}
