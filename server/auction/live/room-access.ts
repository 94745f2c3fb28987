import type { JoinAnswer } from '#shared/realtime/room-answers.ts';
import type { BoardUpdate } from '#shared/realtime/room.ts';
import type { LotRow } from '../state/auction-log.repository.ts';
import { cardOf, catchUpOf, mayEnter, meOf, snapshotOf, type Position } from './audience-view.ts';
import type { LiveIdentity } from './live-options.ts';
import type { Presence } from './presence.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';

export type MayWatch = (person: string | null, lotId: number) => boolean | Promise<boolean>;

/** Decides who may see a room, and gives the room as that visitor sees it: for sockets and for HTTP. */
export class RoomAccess {
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

  /** The room, or why this visitor may not see it. Rejects while PostgreSQL is unavailable. */
  async enter(lotId: number, identity: LiveIdentity | null): Promise<Room | 'not-found' | 'no-access'> {
    const room = await this.#rooms.open(lotId);
    if (!room) return 'not-found';
    if (!mayEnter(room.view, identity)) return 'no-access';
    return (await this.#mayWatch(identity?.person ?? null, lotId)) ? room : 'no-access';
  }

  /** The heads of those lots that are not in memory, by one query. Rejects while PostgreSQL is unavailable. */
  async heads(lotIds: readonly number[]): Promise<Map<number, LotRow | null>> {
    const asked = lotIds.filter((lotId) => this.#rooms.needsLookup(lotId));
    const heads = await Promise.all(asked.map((lotId) => this.#rooms.head(lotId)));
    return new Map(asked.map((lotId, at) => [lotId, heads[at] ?? null]));
  }

  /**
   * The lot's room, to be followed, or only its card when the lot is closed and not in memory, for it no longer changes.
   * null when there is no such room or this visitor may not see it. `head`: as given by `heads`; undefined for a lot in
   * memory. Rejects while PostgreSQL is unavailable.
   */
  async card(
    lotId: number,
    identity: LiveIdentity | null,
    head: LotRow | null | undefined,
  ): Promise<Room | BoardUpdate[number] | null> {
    if (head === null) return null;
    if (head?.phase === 'closed' && head.terms.watchable)
      return (await this.#mayWatch(identity?.person ?? null, lotId)) ? cardOf(head) : null;
    const room = await this.enter(lotId, identity);
    return typeof room === 'string' ? null : room;
  }

  /** Makes sure that this node is not behind what the visitor has seen on another node. */
  async reach(room: Room, { epoch, seq }: Position): Promise<void> {
    if (seq > room.view.seq || epoch > room.view.epoch) await this.#rooms.refresh(room);
  }

  /** The entries after a position, or a snapshot where there is none or it cannot be continued. */
  show(room: Room, identity: LiveIdentity | null, after: Position | undefined): JoinAnswer & { ok: true } {
    const { view } = room;
    const counts = this.#presence.countsOf(room.lotId);
    const nowMs = this.#nowMs();
    const updates = after && catchUpOf(view, after, identity, nowMs);
    if (updates) return { ok: true, updates, me: meOf(view, identity), counts };
    return { ok: true, snapshot: snapshotOf(view, identity, counts, nowMs) };
  }
}
