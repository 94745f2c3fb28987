import type { BoardUpdate } from '#shared/realtime/room.ts';
import { cardOf } from './audience-view.ts';
import { sendCards } from './board-messages.ts';
import { identityOf, type LiveSocket } from './live-socket.ts';
import type { Room } from './room.ts';
import type { RoomAccess } from './room-access.ts';

/** Rooms of one list that are loaded at the same time. */
const CONCURRENT_LOOKUPS = 10;

const isRoom = (card: Room | BoardUpdate[number]): card is Room => 'view' in card;

/** Cards of lots that have no room but change while they are looked at; lots it does not know are missing. */
export type ReadOtherCards = (lotIds: readonly number[]) => Promise<BoardUpdate>;

/** Updates of the lot cards on home and in lists: at most one message a second for each socket. */
export class Board {
  readonly #door: Pick<RoomAccess, 'heads' | 'card'>;
  readonly #watchers = new Map<number, number>();
  readonly #watched = new Map<LiveSocket, readonly number[]>();
  /** The list each socket sent last. */
  readonly #newest = new WeakMap<LiveSocket, object>();
  #changed = new Set<Room>();
  #readOthers: ReadOtherCards = () => Promise.resolve([]);
  /** Watched lots without a room, with what their watchers were sent last. */
  readonly #others = new Map<number, string>();

  constructor(door: Pick<RoomAccess, 'heads' | 'card'>) {
    this.#door = door;
  }

  /** Where cards of lots without a room come from; until then there are none. */
  serveOthers(read: ReadOtherCards): void {
    this.#readOthers = read;
  }

  watched(lotId: number): boolean {
    return this.#watchers.has(lotId);
  }

  /**
   * Replaces the socket's list; returns the current cards of those lots whose room this visitor may see. Of several lists
   * of a socket the one sent last holds, in whatever order their look-ups end. Rejects while PostgreSQL is unavailable.
   */
  async watch(socket: LiveSocket, lotIds: readonly number[]): Promise<BoardUpdate> {
    const list = {};
    this.#newest.set(socket, list);
    const current = () => socket.connected && this.#newest.get(socket) === list;
    const wanted = [...new Set(lotIds)];
    const heads = await this.#door.heads(wanted);
    const found: (Room | BoardUpdate[number])[] = [];
    for (let at = 0; at < wanted.length && current(); at += CONCURRENT_LOOKUPS) {
      const some = wanted.slice(at, at + CONCURRENT_LOOKUPS);
      const cards = await Promise.all(
        some.map((lotId) => this.#door.card(lotId, identityOf(socket), heads.get(lotId))),
      );
      found.push(...cards.filter((card) => card !== null));
    }
    const cards = found.map((card) => (isRoom(card) ? cardOf(card.view) : card));
    const shown = new Set(cards.map(({ lotId }) => lotId));
    const others = await this.#othersOf(wanted.filter((lotId) => !shown.has(lotId)));
    if (current()) {
      for (const card of others)
        this.#others.set(card.lotId, this.#others.get(card.lotId) ?? JSON.stringify(card));
      const rooms = found.filter(isRoom).map(({ lotId }) => lotId);
      this.#follow(socket, [...rooms, ...others.map(({ lotId }) => lotId)]);
    }
    return [...cards, ...others];
  }

  #othersOf(lotIds: readonly number[]): Promise<BoardUpdate> {
    return lotIds.length === 0 ? Promise.resolve([]) : this.#readOthers(lotIds);
  }

  #follow(socket: LiveSocket, lotIds: readonly number[]): void {
    this.#unfollow(socket);
    this.#watched.set(socket, lotIds);
    for (const lotId of lotIds) this.#watchers.set(lotId, (this.#watchers.get(lotId) ?? 0) + 1);
  }

  leave(socket: LiveSocket): void {
    this.#newest.delete(socket);
    this.#unfollow(socket);
  }

  #unfollow(socket: LiveSocket): void {
    for (const lotId of this.#watched.get(socket) ?? []) {
      const left = (this.#watchers.get(lotId) ?? 1) - 1;
      if (left > 0) this.#watchers.set(lotId, left);
      else this.#watchers.delete(lotId);
    }
    this.#watched.delete(socket);
  }

  advanced(room: Room): void {
    if (this.#watchers.has(room.lotId)) this.#changed.add(room);
  }

  /** Once a second. */
  tick(): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Set();
    return sendCards(
      this.#watched,
      new Map(Array.from(changed, ({ lotId, view }) => [lotId, cardOf(view)] as const)),
    );
  }

  /** What changed of lots without a room, however many times since the last run. Rejects while PostgreSQL is unavailable. */
  async tickOthers(): Promise<void> {
    for (const lotId of this.#others.keys()) if (!this.#watchers.has(lotId)) this.#others.delete(lotId);
    const changed = new Map<number, BoardUpdate[number]>();
    for (const card of await this.#othersOf([...this.#others.keys()])) {
      const text = JSON.stringify(card);
      if (this.#others.get(card.lotId) === text) continue;
      this.#others.set(card.lotId, text);
      changed.set(card.lotId, card);
    }
    await sendCards(this.#watched, changed);
  }
}
