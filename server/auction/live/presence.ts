import { createHash } from 'node:crypto';
import { ROOM_EVENTS, type RoomCounts } from '#shared/realtime/room.ts';
import type { AuctionState } from '../state/contract.ts';
import type { Audience, Audiences } from './audience.ts';
import type { Rooms } from './rooms.ts';

/** Viewers named to the other nodes, so that nobody counts twice; those beyond are counted by each node alone. */
const NAMED = 500;

/** What stands for an address among the nodes: the address itself leaves none. */
const guestName = (address: string): string =>
  `~${createHash('sha256').update(address).digest('base64url').slice(0, 12)}`;

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
  /** Own viewers at the last look, by lot. */
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

  /** The counts as last told, own viewers alone when nothing was told yet. */
  countsOf(lotId: number): RoomCounts {
    const applicants = this.#rooms.peek(lotId)?.view.applicants ?? 0;
    const shown = this.#shown.get(lotId);
    if (shown) return { lotId, viewers: shown.viewers, participants: shown.participants, applicants };
    const audience = this.#audiences.of(lotId);
    const participants = audience ? this.#bidders(audience).length : 0;
    return { lotId, viewers: audience?.viewers ?? 0, participants, applicants };
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
      await this.#sum(lotId, { viewers: 0, named: [], persons: [] });
    }
  }

  /** At once when this node's share changed; otherwise every other second, well within a report's life of 5 s. */
  #isTurn(audience: Audience): boolean {
    const own = audience.viewers;
    const changed = this.#own.get(audience.lotId) !== own;
    this.#own.set(audience.lotId, own);
    return changed || (this.#second + audience.lotId) % 2 === 0;
  }

  async #report(audience: Audience): Promise<void> {
    const { lotId } = audience;
    const named = namesOf(audience);
    const viewers = audience.viewers - named.length;
    const sum = await this.#sum(lotId, { viewers, named, persons: this.#bidders(audience) });
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
    own: { viewers: number; named: string[]; persons: string[] },
  ): Promise<{ viewers: number; participants: number }> {
    try {
      return await this.#state.reportPresence(lotId, this.#node, own);
    } catch {
      // Redis is away: reported again in a second; until then the room sees this node's own share.
      return { viewers: own.viewers + own.named.length, participants: own.persons.length };
    }
  }

  #bidders(audience: Audience): string[] {
    const bidders = this.#rooms.peek(audience.lotId)?.view.bidders;
    if (!bidders) return [];
    return [...audience.persons()].filter((person) => bidders.get(person)?.revoked === '');
  }
}

function namesOf(audience: Audience): string[] {
  const names: string[] = [];
  for (const person of audience.persons()) if (names.length < NAMED) names.push(person);
  for (const address of audience.guests()) if (names.length < NAMED) names.push(guestName(address));
  return names;
}
