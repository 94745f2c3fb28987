import type { RealtimeServer } from '#server/platform/realtime/index.ts';
import { ROOM_EVENTS, type BoardUpdate } from '#shared/realtime/room.ts';
import { cardOf } from './audience-view.ts';
import { identityOf, type LiveSocket } from './live-socket.ts';
import type { Room } from './room.ts';
import type { RoomDoor } from './room-door.ts';

/** Rooms of one list looked up at the same time. */
const WIDTH = 10;

const roomName = (lotId: number) => `board:${lotId}`;

/** Cards on home and lists: of each lot somebody has on screen, at most one update a second. */
export class Board {
  readonly #io: RealtimeServer;
  readonly #door: Pick<RoomDoor, 'enter'>;
  readonly #watchers = new Map<number, number>();
  readonly #watched = new Map<LiveSocket, readonly number[]>();
  readonly #changed = new Set<Room>();

  constructor(io: RealtimeServer, door: Pick<RoomDoor, 'enter'>) {
    this.#io = io;
    this.#door = door;
  }

  watched(lotId: number): boolean {
    return this.#watchers.has(lotId);
  }

  /**
   * Replaces the socket's list; answers with the cards, as they are now, of those lots whose room this visitor may see.
   * Rejects while PostgreSQL is away.
   */
  async watch(socket: LiveSocket, lotIds: readonly number[]): Promise<BoardUpdate> {
    const wanted = [...new Set(lotIds)];
    const rooms: Room[] = [];
    for (let at = 0; at < wanted.length && socket.connected; at += WIDTH) {
      const some = wanted.slice(at, at + WIDTH);
      const found = await Promise.all(some.map((lotId) => this.#door.enter(lotId, identityOf(socket))));
      rooms.push(...found.filter((room) => typeof room !== 'string'));
    }
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
