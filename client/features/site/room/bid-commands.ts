import { request, useConnection } from '#client/lib/auction-socket/connection.ts';
import type { CommandAnswer, CommandTransport } from '#shared/realtime/client/send-command.ts';
import type { Intent } from './bid-intent.ts';
import { isOpen, aheadOfRoom, needsAsking, newBidId, basisPointsAbove } from './bid-intent.ts';
import { sendOverHttp } from './http-room.ts';
import type { OfferBound } from './offer-bounds.ts';
import { setIntent, type RoomStoreApi } from './room-store.ts';
import { sendIntent } from './send-intent.ts';

const transport: CommandTransport = {
  send(event, payload) {
    if (useConnection.getState().status === 'online') return request<CommandAnswer>(event, payload);
    return sendOverHttp(event, payload);
  },
};

/**
 * Offers exactly this sum in one room. More than 30 % above the suggested price first asks once; `confirmed` is the yes to that.
 * Does nothing while another intent is open: a second press is never a second intent.
 */
export function offer(store: RoomStoreApi, amountTiyin: number, confirmed = false): void {
  const { room, intent } = store.getState();
  if (!room || isOpen(intent)) return;
  // The answer to a first press may be here before the room's update: the second of two quick presses ends here.
  if (aheadOfRoom(intent, room.head.seq)) return;
  const { suggestedTiyin } = room.head;
  if (!confirmed && needsAsking(amountTiyin, suggestedTiyin)) {
    ask(store, amountTiyin, suggestedTiyin);
    return;
  }
  void run(store, 'offer', amountTiyin, confirmed);
}

/** Says why this sum cannot pass, without sending it. */
export function refuseHere(store: RoomStoreApi, amountTiyin: number, bound: OfferBound): void {
  if (!isOpen(store.getState().intent)) setIntent(store, { step: 'not-sent', amountTiyin, bound });
}

function ask(store: RoomStoreApi, amountTiyin: number, suggestedTiyin: number): void {
  const overBasisPoints = basisPointsAbove(amountTiyin, suggestedTiyin);
  setIntent(store, { step: 'asking', amountTiyin, overBasisPoints });
}

export function setAutoBid(store: RoomStoreApi, maximumTiyin: number): void {
  void run(store, 'auto-set', maximumTiyin);
}

export function clearAutoBid(store: RoomStoreApi): void {
  void run(store, 'auto-clear', 0);
}

export function dismissIntent(store: RoomStoreApi): void {
  if (!isOpen(store.getState().intent)) setIntent(store, { step: 'idle' });
}

async function run(
  store: RoomStoreApi,
  kind: Intent['kind'],
  amountTiyin: number,
  confirmed = false,
): Promise<void> {
  const { room, lotId, intent: open } = store.getState();
  if (!room || isOpen(open)) return;
  const intent: Intent = {
    kind,
    bidId: newBidId(),
    amountTiyin,
    confirmed,
    sentEpoch: room.head.epoch,
  };
  setIntent(store, { step: 'sending', intent });
  const result = await sendIntent(lotId, intent, transport, () => {
    if (sameIntent(store, intent)) setIntent(store, { step: 'unknown', intent });
  });
  if (!sameIntent(store, intent)) return;
  // By the server's price it is a jump: the same question, and a yes is a new offer with a new id.
  if (result.step === 'refused' && result.reason === 'confirm-jump') {
    ask(store, amountTiyin, result.suggestedTiyin);
    return;
  }
  setIntent(store, result);
}

function sameIntent(store: RoomStoreApi, intent: Intent): boolean {
  const { intent: current } = store.getState();
  return 'intent' in current && current.intent.bidId === intent.bidId;
}
