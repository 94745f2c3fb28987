import { ROOM_EVENTS } from '../room.ts';
import type { ClientSocket } from './client-socket.ts';

/** The people of one process come back spread over this long, ms: not in one instant, and all within two seconds. */
const SPREAD_MS = 800;
/** While on the way, further attempts follow within this, ms: a proxy may still lead to the process that was left. */
const AGAIN_MS = 250;
const AGAIN_MAX_MS = 1_000;
/** A refused connection is asked for again after this, up to twice it: at once it would be refused for the same reason. */
const REFUSED_AGAIN_MS = 2_000;

export interface ComeBack {
  /** Asked to come back elsewhere: nothing more is sent on this connection. */
  readonly moving: boolean;
  /** Takes an attempt back that waits for its time: a connection that was refused tells its own user nothing when it is closed. */
  stop(): void;
}

/**
 * Makes a socket come back from every loss, also where socket.io leaves it to its user: the server closed the connection, or
 * refused it. A server that cannot take bids, or ends, asks its clients to come back elsewhere: they agree, send nothing more,
 * and connect again soon and spread out, with shorter pauses between attempts than after other losses until they are in.
 */
export function comeBack(socket: ClientSocket): ComeBack {
  const manager = socket.io;
  const usualDelay = manager.reconnectionDelay();
  const usualMost = manager.reconnectionDelayMax();
  let moving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const connectIn = (ms: number) => {
    stop();
    timer = setTimeout(() => socket.connect(), ms);
  };

  socket.on(ROOM_EVENTS.reconnect, (_move: unknown, agree?: () => void) => {
    moving = true;
    manager.reconnectionDelay(AGAIN_MS);
    manager.reconnectionDelayMax(AGAIN_MAX_MS);
    agree?.();
  });
  socket.on('disconnect', (reason: string) => {
    stop();
    // Closed by its own user, who connects it again or not.
    if (socket.active || reason === 'io client disconnect') return;
    if (moving) connectIn(Math.random() * SPREAD_MS);
    else socket.connect();
  });
  socket.on('connect_error', () => {
    if (socket.active) return;
    connectIn(moving ? Math.random() * AGAIN_MAX_MS : REFUSED_AGAIN_MS * (1 + Math.random()));
  });
  socket.on('connect', () => {
    if (!moving) return;
    moving = false;
    manager.reconnectionDelay(usualDelay);
    manager.reconnectionDelayMax(usualMost);
  });
  return {
    get moving() {
      return moving;
    },
    stop,
  };
}
