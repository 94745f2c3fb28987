import { deliver, encodeBroadcast, type BroadcastFrame } from '#server/platform/realtime/index.ts';
import { ROOM_EVENTS, type BoardUpdate } from '#shared/realtime/room.ts';
import type { LiveSocket } from './live-socket.ts';

/** Sockets served before yielding. */
const SLICE = 250;

/**
 * Sends each socket one message with the changed cards of the lots it watches. Sockets with the same changed lots share
 * one encoded message.
 */
export async function sendCards(
  watched: ReadonlyMap<LiveSocket, readonly number[]>,
  changed: ReadonlyMap<number, BoardUpdate[number]>,
): Promise<void> {
  if (changed.size === 0) return;
  const frames = new Map<string, BroadcastFrame>();
  let served = 0;
  for (const [socket, lotIds] of watched) {
    const own = lotIds.filter((lotId) => changed.has(lotId));
    if (own.length > 0) {
      const key = own.join();
      let frame = frames.get(key);
      if (!frame) {
        const cards = own.map((lotId) => changed.get(lotId)) as BoardUpdate;
        frames.set(key, (frame = encodeBroadcast(ROOM_EVENTS.board, cards)));
      }
      deliver(socket, frame);
    }
    served += 1;
    if (served % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}
