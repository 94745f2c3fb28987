import type { Socket } from 'socket.io-client';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';

/** The people of one process come back spread over this long, ms: not in one instant, and all within two seconds. */
const SPREAD_MS = 800;
/** While on the way, further attempts follow within this, ms: a proxy may still lead to the process that was left. */
const AGAIN_MS = 250;
const AGAIN_MAX_MS = 1_000;

export interface Moves {
  /** Asked to come back elsewhere: nothing more is sent on this connection. */
  readonly moving: boolean;
}

/**
 * A server that cannot take bids, or ends, asks its clients to come back elsewhere: they agree, send nothing more, and
 * connect again soon and spread out, with shorter pauses between attempts than after other losses until they are in.
 */
export function followMoves(socket: Socket): Moves {
  const manager = socket.io;
  const usual = { delay: manager.reconnectionDelay(), most: manager.reconnectionDelayMax() };
  let moving = false;
  const connectWithin = (ms: number) => setTimeout(() => socket.connect(), Math.random() * ms);

  socket.on(ROOM_EVENTS.reconnect, (_move: unknown, agree?: () => void) => {
    moving = true;
    manager.reconnectionDelay(AGAIN_MS);
    manager.reconnectionDelayMax(AGAIN_MAX_MS);
    agree?.();
  });
  socket.on('disconnect', () => {
    if (moving && !socket.active) connectWithin(SPREAD_MS);
  });
  socket.on('connect_error', () => {
    if (moving && !socket.active) connectWithin(AGAIN_MAX_MS);
  });
  socket.on('connect', () => {
    if (!moving) return;
    moving = false;
    manager.reconnectionDelay(usual.delay);
    manager.reconnectionDelayMax(usual.most);
  });
  return {
    get moving() {
      return moving;
    },
  };
}
