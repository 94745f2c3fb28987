import type { RealtimeServer } from '#server/platform/realtime/index.ts';
import { ROOM_EVENTS, type BoardUpdate } from '#shared/realtime/room.ts';
import { cardOf } from './audience-view.ts';
import type { LiveSocket } from './live-socket.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';

const roomName = (lotId: number) => `board:${lotId}`;

/** Cards on home and lists: of each lot somebody has on screen, at most one update a second. */
export class Board {
  readonly #io: RealtimeServer;
  readonly #rooms: Rooms;
  readonly #watchers = new Map<number, number>();
  readonly #watched = new Map<LiveSocket, readonly number[]>();
  readonly #changed = new Set<Room>();

  constructor(io: RealtimeServer, rooms: Rooms) {
    this.#io = io;
    this.#rooms = rooms;
  }

  watched(lotId: number): boolean {
    return this.#watchers.has(lotId);
  }

  /** Replaces the socket's list; answers with the cards as they are now. Rejects while PostgreSQL is away. */
  async watch(socket: LiveSocket, lotIds: readonly number[]): Promise<BoardUpdate> {
    const wanted = [...new Set(lotIds)];
    const found = await Promise.all(wanted.map((lotId) => this.#rooms.open(lotId)));
    const rooms = found.filter((room) => room !== null);
    this.leave(socket);
    if (!socket.connected) return [];
    this.#watched.set(
      socket,
      rooms.map(({ lotId }) => lotId),
    );
    for (const { lotId } of rooms) {
      this.#watchers.set(lotId, (this.#watchers.get(lotId) ?? 0) + 1);
      void socket.join(roomName(lotId));
    }
    return rooms.map(({ view }) => cardOf(view));
  }

  leave(socket: LiveSocket): void {
    for (const lotId of this.#watched.get(socket) ?? []) {
      const left = (this.#watchers.get(lotId) ?? 1) - 1;
      if (left > 0) this.#watchers.set(lotId, left);
      else this.#watchers.delete(lotId);
      void socket.leave(roomName(lotId));
    }
    this.#watched.delete(socket);
  }

  advanced(room: Room): void {
    if (this.#watchers.has(room.lotId)) this.#changed.add(room);
  }

  /** Once a second. */
  tick(): void {
    for (const room of this.#changed) {
      this.#io.to(roomName(room.lotId)).emit(ROOM_EVENTS.board, [cardOf(room.view)] satisfies BoardUpdate);
    }
    this.#changed.clear();
  }
}
