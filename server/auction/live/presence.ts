import { ROOM_EVENTS, type RoomCounts } from '#shared/realtime/room.ts';
import type { AuctionState } from '../state/contract.ts';
import type { Audience, Audiences } from './audience.ts';
import type { Rooms } from './rooms.ts';

interface Shown {
  viewers: number;
  participants: number;
  applicants: number;
}

/** Counts of each room over all nodes: viewers, participants present, applicants; told at most once a second. */
export class Presence {
  readonly #state: Pick<AuctionState, 'reportPresence'>;
  readonly #node: string;
  readonly #rooms: Rooms;
  readonly #audiences: Audiences;
  readonly #shown = new Map<number, Shown>();
  /** Own sockets at the last look, by lot. */
  readonly #own = new Map<number, number>();
  #second = 0;

  constructor(o: {
    state: Pick<AuctionState, 'reportPresence'>;
    node: string;
    rooms: Rooms;
    audiences: Audiences;
  }) {
    this.#state = o.state;
    this.#node = o.node;
    this.#rooms = o.rooms;
    this.#audiences = o.audiences;
  }

  /** The counts as last told, own sockets alone when nothing was told yet. */
  countsOf(lotId: number): RoomCounts {
    const applicants = this.#rooms.peek(lotId)?.view.applicants ?? 0;
    const shown = this.#shown.get(lotId);
    if (shown) return { lotId, viewers: shown.viewers, participants: shown.participants, applicants };
    const audience = this.#audiences.of(lotId);
    const participants = audience ? this.#bidders(audience).length : 0;
    return { lotId, viewers: audience?.size ?? 0, participants, applicants };
  }

  /** Once a second: reports this node's share of the rooms whose turn it is and tells those whose counts changed. */
  async tick(): Promise<void> {
    this.#second += 1;
    const turn = [...this.#audiences.all()].filter((audience) => this.#isTurn(audience));
    await Promise.all(turn.map((audience) => this.#report(audience)));
    for (const lotId of this.#shown.keys()) {
      if (this.#audiences.of(lotId)) continue;
      this.#shown.delete(lotId);
      this.#own.delete(lotId);
      await this.#sum(lotId, 0, []);
    }
  }

  /** At once when this node's share changed; otherwise every other second, well within a report's life of 5 s. */
  #isTurn(audience: Audience): boolean {
    const own = audience.size;
    const changed = this.#own.get(audience.lotId) !== own;
    this.#own.set(audience.lotId, own);
    return changed || (this.#second + audience.lotId) % 2 === 0;
  }

  async #report(audience: Audience): Promise<void> {
    const { lotId } = audience;
    const sum = await this.#sum(lotId, audience.size, this.#bidders(audience));
    const now = { ...sum, applicants: this.#rooms.peek(lotId)?.view.applicants ?? 0 };
    const shown = this.#shown.get(lotId);
    const same =
      shown?.viewers === now.viewers &&
      shown.participants === now.participants &&
      shown.applicants === now.applicants;
    this.#shown.set(lotId, now);
    if (!same) await audience.sendVolatile(ROOM_EVENTS.counts, { lotId, ...now } satisfies RoomCounts);
  }

  async #sum(
    lotId: number,
    viewers: number,
    persons: string[],
  ): Promise<{ viewers: number; participants: number }> {
    try {
      return await this.#state.reportPresence(lotId, this.#node, { viewers, persons });
    } catch {
      // Redis is away: reported again in a second; until then the room sees this node's own share.
      return { viewers, participants: persons.length };
    }
  }

  #bidders(audience: Audience): string[] {
    const bidders = this.#rooms.peek(audience.lotId)?.view.bidders;
    if (!bidders) return [];
    return [...audience.persons()].filter((person) => bidders.get(person)?.revoked === '');
  }
}
