import { ROOM_EVENTS, type ServerMove } from '#shared/realtime/room.ts';
import type { LiveSocket } from './live-socket.ts';

/** A client that does not agree in time is disconnected all the same. */
const AGREES_WITHIN_MS = 300;
/** Sockets informed before yielding. */
const SLICE = 250;

/**
 * Tells clients to come back elsewhere and closes their sockets: each once its client has agreed, after which it sends
 * nothing more, and once what it sent before has been answered.
 * @param settle ends what is under way; called again once a client has agreed, for what came until then
 */
export async function sendAway(
  sockets: Iterable<LiveSocket>,
  settle: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const closing: Promise<void>[] = [];
  for (const socket of Array.from(sockets)) {
    closing.push(sendOneAway(socket, settle));
    if (closing.length % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(closing);
}

async function sendOneAway(socket: LiveSocket, settle: () => Promise<unknown>): Promise<void> {
  const move: ServerMove = { reason: 'reconnect' };
  const agreed = new Promise<void>((resolve) => {
    socket.timeout(AGREES_WITHIN_MS).emit(ROOM_EVENTS.reconnect, move, () => resolve());
  });
  await Promise.all([agreed, settle()]);
  await settle();
  // Answers of this turn are written before the end.
  await new Promise((resolve) => setImmediate(resolve));
  socket.disconnect(true);
}
