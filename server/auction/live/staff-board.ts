import { deliver, encodeBroadcast } from '#server/platform/realtime/index.ts';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { changesBetween } from '#shared/realtime/room-changes.ts';
import type { LiveSocket } from './live-socket.ts';

export type ReadRooms = () => Promise<readonly BoardRoom[]>;

/**
 * The rooms on the board of staff: read once for all sockets that watch it, which get what changed since the last reading
 * in one message. A socket that begins to watch loads the whole board by itself afterwards, from any node: every change
 * carries the new values.
 */
export class StaffBoard {
  readonly #watching = new Set<LiveSocket>();
  #read: ReadRooms | null = null;
  /** The rooms at the last reading; null while no socket watches. */
  #rooms: readonly BoardRoom[] | null = null;
  #beginning: Promise<void> | null = null;

  /** From now on the board is read here; before that no socket can watch it. */
  serve(read: ReadRooms): void {
    this.#read = read;
  }

  /** False while the board is not served. Rejects while it cannot be read. */
  async watch(socket: LiveSocket): Promise<boolean> {
    if (!this.#read) return false;
    this.#watching.add(socket);
    try {
      // Read before the caller loads the board: no change between the two is missed.
      if (!this.#rooms) await (this.#beginning ??= this.#begin(this.#read));
    } catch (error) {
      this.leave(socket);
      throw error;
    }
    return true;
  }

  leave(socket: LiveSocket): void {
    this.#watching.delete(socket);
  }

  async #begin(read: ReadRooms): Promise<void> {
    try {
      this.#rooms = await read();
    } finally {
      this.#beginning = null;
    }
  }

  /** Every two seconds. Rejects while the board cannot be read; the next reading has all changes since. */
  async tick(): Promise<void> {
    if (this.#watching.size === 0) this.#rooms = null;
    if (!this.#read || !this.#rooms) return;
    const rooms = await this.#read();
    const changes = changesBetween(this.#rooms, rooms);
    this.#rooms = rooms;
    if (changes.changed.length === 0 && changes.gone.length === 0) return;
    const frame = encodeBroadcast(ROOM_EVENTS.consoleRooms, changes);
    for (const socket of this.#watching) deliver(socket, frame);
  }
}
