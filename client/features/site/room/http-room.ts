import { clearAutoBid, findBid, placeBid, roomEntries, setAutoBid } from '#shared/api/site/game-view-room.ts';
import { lotGameInfo } from '#shared/api/cabinet/trade-applications.ts';
import { NoAnswer } from '#shared/realtime/client/no-answer.ts';
import type { CommandAnswer, CommandEvent } from '#shared/realtime/client/send-command.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import type { RoomError } from '#shared/realtime/room-answers.ts';
import type { RoomSnapshot } from '#shared/realtime/room.ts';
import { ApiError, call } from '../../../lib/api-client.ts';
import { withOlderPrices } from './room-prices.ts';
import type { RoomStoreApi } from './room-store.ts';

/** The room over HTTP: where sockets are blocked, and for prices older than those at hand. */

export type HttpJoin =
  | { kind: 'snapshot'; snapshot: RoomSnapshot }
  | { kind: 'refused'; error: RoomError }
  | { kind: 'unreachable' };

const CODES: Partial<Record<number, RoomError['code']>> = {
  400: 'malformed',
  401: 'session-expired',
  403: 'no-access',
  404: 'not-found',
  429: 'rate-limited',
};

export async function joinOverHttp(lotId: number): Promise<HttpJoin> {
  try {
    const answer = await call(lotGameInfo, { params: { lotId } });
    // Without `after` the server answers a snapshot; updates would be for a state this page does not have.
    return 'snapshot' in answer ? { kind: 'snapshot', snapshot: answer.snapshot } : { kind: 'unreachable' };
  } catch (error) {
    const code = error instanceof ApiError ? CODES[error.status] : undefined;
    // Asked again by the poll in any case; a refusal is shown only while there is no room to show.
    return code && code !== 'rate-limited'
      ? { kind: 'refused', error: { code, message: (error as ApiError).message } }
      : { kind: 'unreachable' };
  }
}

/** @throws NoAnswer when the server was not reached or failed: the outcome is unknown. */
export async function sendOverHttp(
  event: CommandEvent,
  payload: Record<string, unknown>,
): Promise<CommandAnswer> {
  try {
    switch (event) {
      case ROOM_EVENTS.place:
        return await call(placeBid, { body: payload as never });
      case ROOM_EVENTS.setAuto:
        return await call(setAutoBid, { body: payload as never });
      case ROOM_EVENTS.clearAuto:
        return await call(clearAutoBid, { body: payload as never });
      case ROOM_EVENTS.find:
        return await call(findBid, { query: payload as never });
    }
  } catch (error) {
    const code = error instanceof ApiError ? CODES[error.status] : undefined;
    if (code) return { error: { code, message: (error as ApiError).message } };
    throw new NoAnswer(false, { cause: error });
  }
}

const loading = new WeakSet<RoomStoreApi>();

/** Reads the prices before the oldest one at hand; one reading of a room at a time. */
export async function loadOlderPrices(store: RoomStoreApi): Promise<void> {
  const { lotId, room } = store.getState();
  const oldest = room?.prices.at(-1);
  if (loading.has(store) || !oldest) return;
  loading.add(store);
  try {
    const { prices } = await call(roomEntries, {
      params: { lotId: String(lotId) },
      query: { before: String(oldest.seq), limit: '100' },
    });
    store.setState(({ room: current }) => (current ? { room: withOlderPrices(current, prices) } : {}));
  } catch {
    // Asked again when the list is scrolled to its end the next time.
  } finally {
    loading.delete(store);
  }
}
