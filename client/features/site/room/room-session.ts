import { RoomFollower } from '#shared/realtime/client/room-follower.ts';
import { fromSnapshot, type RoomState } from '#shared/realtime/client/room-state.ts';
import {
  onConnected,
  onServerEvent,
  request,
  useConnection,
} from '../../../lib/auction-socket/connection.ts';
import type { ConnectionStatus } from '../../../lib/auction-socket/connection.ts';
import { serverClock } from '../../../lib/server-clock.ts';
import { joinOverHttp } from './http-room.ts';
import { emptyRoom, type RoomStoreApi } from './room-store.ts';

/** Without a socket for this long, or refused one before, the page reads the room over HTTP. */
const HTTP_AFTER_MS = 4_000;
const HTTP_POLL_MS = 2_000;

const isOnline = () => useConnection.getState().status === 'online';

/**
 * Keeps a store equal to its room over the page's socket, asks again when the page is shown or has a network again, and falls back
 * to HTTP. Returns the way to leave.
 */
export function openRoomSession(store: RoomStoreApi): () => void {
  const session = new RoomSession(store);
  session.start();
  return () => session.stop();
}

class RoomSession {
  readonly #store: RoomStoreApi;
  readonly #follower: RoomFollower;
  readonly #stops: (() => void)[] = [];
  #stopped = false;
  #pollsHttp = false;
  #httpTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(store: RoomStoreApi) {
    this.#store = store;
    const set = store.setState;
    this.#follower = new RoomFollower(
      { isOnline, request, on: onServerEvent, onConnected },
      {
        lotId: store.getState().lotId,
        state: () => store.getState().room,
        changed: (room) => set({ room }),
        entered: (room) => this.#show(room),
        refused: (error) => set({ status: { kind: 'refused', error } }),
        interrupted: (interrupted) => store.getState().interrupted !== interrupted && set({ interrupted }),
        catchingUp: (catchingUp) => set({ catchingUp }),
      },
    );
  }

  start(): void {
    this.#store.setState(emptyRoom);
    this.#follower.start();
    const onVisible = () => document.visibilityState === 'visible' && void this.#follower.join();
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', onVisible);
    this.#stops.push(() => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onVisible);
    });
    this.#httpTimer = setTimeout(() => void this.#pollHttp(), HTTP_AFTER_MS);
    this.#stops.push(useConnection.subscribe(({ status }) => this.#onConnection(status)));
  }

  /** A page that gets no socket has nothing to show meanwhile: it does not wait. */
  #onConnection(status: ConnectionStatus): void {
    if (status !== 'reconnecting' || this.#store.getState().room || this.#pollsHttp) return;
    if (this.#httpTimer) clearTimeout(this.#httpTimer);
    void this.#pollHttp();
  }

  stop(): void {
    this.#stopped = true;
    this.#follower.stop();
    for (const stop of this.#stops) stop();
    if (this.#httpTimer) clearTimeout(this.#httpTimer);
  }

  #show(room: RoomState): void {
    this.#store.setState({ room, status: { kind: 'ready' }, overHttp: false });
  }

  /** While there is no socket: the room is read over HTTP every two seconds. */
  async #pollHttp(): Promise<void> {
    if (this.#stopped) return;
    this.#pollsHttp = true;
    if (!isOnline() && document.visibilityState === 'visible') {
      const sentAtMs = Date.now();
      const result = await joinOverHttp(this.#store.getState().lotId);
      if (this.#stopped) return;
      if (result.kind === 'snapshot' && !isOnline()) {
        serverClock.addSample(sentAtMs, result.snapshot.head.serverAtMs, Date.now());
        this.#show(fromSnapshot(result.snapshot));
        this.#store.setState({ overHttp: true });
      } else if (result.kind === 'refused' && !this.#store.getState().room) {
        this.#store.setState({ status: { kind: 'refused', error: result.error } });
      } else if (result.kind === 'unreachable' && !this.#store.getState().room) {
        this.#store.setState({ status: { kind: 'unreachable' } });
      }
    }
    this.#httpTimer = setTimeout(() => void this.#pollHttp(), HTTP_POLL_MS);
  }
}
