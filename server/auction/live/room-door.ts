import type { JoinAnswer } from '#shared/realtime/room.ts';
import { catchUpOf, mayEnter, meOf, snapshotOf } from './audience-view.ts';
import type { LiveIdentity } from './live-options.ts';
import type { Presence } from './presence.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';

export type MayWatch = (person: string | null, lotId: number) => boolean | Promise<boolean>;

/** Who may see a room, and the room as that visitor sees it: for sockets and for HTTP. */
export class RoomDoor {
  readonly #rooms: Rooms;
  readonly #presence: Presence;
  readonly #nowMs: () => number;
  readonly #mayWatch: MayWatch;

  constructor(o: { rooms: Rooms; presence: Presence; nowMs: () => number; mayWatch: MayWatch }) {
    this.#rooms = o.rooms;
    this.#presence = o.presence;
    this.#nowMs = o.nowMs;
    this.#mayWatch = o.mayWatch;
  }

  /** The room, or why this visitor does not see it. Rejects while PostgreSQL is away. */
  async enter(lotId: number, identity: LiveIdentity | null): Promise<Room | 'not-found' | 'no-access'> {
    const room = await this.#rooms.open(lotId);
    if (!room) return 'not-found';
    if (!mayEnter(room.view, identity)) return 'no-access';
    return (await this.#mayWatch(identity?.person ?? null, lotId)) ? room : 'no-access';
  }

  /** Makes sure this node is not behind what the visitor has already seen on another. */
  async reach(room: Room, seq: number): Promise<void> {
    if (seq > room.view.seq) await this.#rooms.refresh(room);
  }

  /** What is missing after `afterSeq`, or a snapshot when that is gone, not given or none of ours. */
  show(room: Room, identity: LiveIdentity | null, afterSeq: number | undefined): JoinAnswer & { ok: true } {
    const { view } = room;
    const counts = this.#presence.countsOf(room.lotId);
    const nowMs = this.#nowMs();
    const updates = afterSeq === undefined ? null : catchUpOf(view, afterSeq, identity, nowMs);
    if (updates) return { ok: true, updates, me: meOf(view, identity), counts };
    return { ok: true, snapshot: snapshotOf(view, identity, counts, nowMs) };
  }
}
