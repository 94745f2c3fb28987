import type { WatchRoomsAnswer } from '#shared/realtime/room-answers.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import type { RoomChanges } from '#shared/realtime/room-changes.ts';
import { onConnected, onServerEvent, request } from './connection.ts';

/** A server that did not let this page watch is asked again after this. */
const AGAIN_MS = 10_000;

/**
 * Watches the board of rooms until the returned function is called. `watching`: changes come from now on, and the board is
 * to be loaded; `lost`: none come.
 */
export function watchRooms(handlers: {
  watching(): void;
  lost(): void;
  changed(changes: RoomChanges): void;
}): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    if (!stopped) timer = setTimeout(begin, AGAIN_MS);
  };
  const begin = () => {
    clearTimeout(timer);
    request<WatchRoomsAnswer>(ROOM_EVENTS.watchRooms, { watching: true }).then(
      (answer) => {
        if (stopped) return;
        if (answer.ok) handlers.watching();
        else again();
      },
      // Not connected: begun on connecting. Unanswered: asked again.
      again,
    );
  };
  const stops = [
    onConnected(begin),
    onServerEvent('disconnect', handlers.lost),
    onServerEvent<RoomChanges>(ROOM_EVENTS.consoleRooms, handlers.changed),
  ];
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    // Not retried: a connection that is lost watches nothing.
    request<WatchRoomsAnswer>(ROOM_EVENTS.watchRooms, { watching: false }).catch(() => undefined);
  };
}
