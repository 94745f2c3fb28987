import { AuctionRedisUnavailable, type AuctionState, type ControlVerdict } from '../state/contract.ts';
import type { Room } from './room.ts';
import type { RoomView } from './room-view.ts';
import type { Rooms } from './rooms.ts';

/** Done and committed (as of `seq`), or the reason why not. */
export type ControlAnswer =
  | { verdict: 'done'; seq: number }
  | { verdict: 'refused'; reason: Extract<ControlVerdict, { verdict: 'refused' }>['reason'] };

/** Nothing was heard in time: the command may be sent again, each of them is idempotent. */
export class ControlOutcomeUnknown extends Error {
  constructor(lotId: number) {
    super(`no answer of the room of lot ${lotId}`);
    this.name = 'ControlOutcomeUnknown';
  }
}

interface Command {
  /** What it leaves in the log when it does something, as RoomView.controlled knows it. */
  leaves: string;
  /** Whether the committed room shows what it asks for. */
  shown(view: RoomView): boolean;
  call(epoch: number): Promise<ControlVerdict>;
}

const GIVE_UP_MS = 5_000;
const PAUSE_MS = 50;

/**
 * Commands of the business and of staff: sent with the epoch this node knows, again while they meet a rebuild or a
 * silent Redis, answered when what they did or were judged on is committed. Each may be repeated without harm, so an unknown outcome
 * is simply tried again until the time is up. Rejects with ControlOutcomeUnknown when it cannot be told.
 */
export class RoomControl {
  readonly #rooms: Rooms;
  readonly #state: AuctionState;

  constructor(rooms: Rooms, state: AuctionState) {
    this.#rooms = rooms;
    this.#state = state;
  }

  admit(c: {
    lotId: number;
    person: string;
    number: number;
    limitTiyin: number | null;
  }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      leaves: `admitted:${c.person}`,
      shown: ({ bidders }) => bidders.get(c.person)?.revoked === '',
      call: (epoch) => this.#state.admit({ ...c, epoch }),
    });
  }

  setLimit(c: { lotId: number; person: string; limitTiyin: number | null }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      leaves: `limitSet:${c.person}`,
      shown: ({ bidders }) => bidders.get(c.person)?.limitTiyin === c.limitTiyin,
      call: (epoch) => this.#state.setLimit({ ...c, epoch }),
    });
  }

  revoke(c: {
    lotId: number;
    person: string;
    cause: 'ban' | 'withdrawn';
    onlyIdle?: boolean;
    unlessLeading?: boolean;
  }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      leaves: `revoked:${c.person}`,
      shown: ({ bidders }) => [c.cause, 'ban'].includes(bidders.get(c.person)?.revoked ?? ''),
      call: (epoch) => this.#state.revoke({ ...c, epoch }),
    });
  }

  suspend(c: { lotId: number; reason: string }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      leaves: 'suspended:',
      shown: ({ phase, pauseCause, resumeAtUs }) =>
        phase === 'paused' && pauseCause === 'staff' && resumeAtUs === null,
      call: (epoch) => this.#state.suspend({ ...c, epoch }),
    });
  }

  /** Now, or with `resumeAtUs` still to come by itself at that instant. */
  resume(c: { lotId: number; resumeAtUs?: number; reason?: string }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      leaves: c.resumeAtUs === undefined ? 'resumed:' : 'suspended:',
      shown: ({ phase, resumeAtUs }) =>
        phase !== 'paused' || (c.resumeAtUs !== undefined && resumeAtUs === c.resumeAtUs),
      call: (epoch) => this.#state.resume({ ...c, epoch }),
    });
  }

  /** Moves the deadline to the given instant, never earlier than it is. */
  extend(c: { lotId: number; deadlineUs: number; reason: string }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      leaves: 'deadlineMoved:',
      shown: ({ deadlineUs }) => deadlineUs >= c.deadlineUs,
      call: (epoch) => this.#state.extend({ ...c, epoch }),
    });
  }

  withdraw(c: { lotId: number; reason: string }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      leaves: 'closed:',
      shown: ({ outcome }) => outcome === 'withdrawn',
      call: (epoch) => this.#state.withdraw({ ...c, epoch }),
    });
  }

  async #run(lotId: number, command: Command): Promise<ControlAnswer> {
    const room = await this.#rooms.open(lotId);
    if (!room) return { verdict: 'refused', reason: 'unknown-lot' };
    const { view } = room;
    const until = performance.now() + GIVE_UP_MS;
    /** A sending may have been carried out without our knowing: that nothing was done can no longer be said. */
    let unsure = false;
    let refusal: ControlAnswer | null = null;
    while (performance.now() < until) {
      const { epoch, seq } = view;
      try {
        const verdict = await command.call(epoch);
        if (verdict.verdict === 'done') {
          const outcome = await this.#committed(room, verdict, until);
          if (outcome === 'timeout') throw new ControlOutcomeUnknown(lotId);
          const certain = verdict.repeated
            ? command.shown(view)
            : view.controlled(command.leaves, seq, verdict.seq);
          if (outcome === 'committed' && certain) return { verdict: 'done', seq: verdict.seq };
          // The epoch was raised, or is about to be, before the entry was committed: done again, or found done.
        } else if (verdict.reason !== 'fenced' && verdict.reason !== 'held') {
          // What it was judged on may be lost yet: told only once that is committed.
          const outcome = await this.#committed(room, verdict, until);
          if (outcome === 'timeout') throw new ControlOutcomeUnknown(lotId);
          const certain = verdict.reason !== 'closed' || view.phase === 'closed';
          if (outcome === 'committed' && certain) return { verdict: 'refused', reason: verdict.reason };
        } else {
          if (verdict.reason === 'fenced' && view.phase === 'closed') return closedBefore(room, command);
          refusal = { verdict: 'refused', reason: verdict.reason };
          if (verdict.reason === 'fenced' && view.epoch === epoch) await this.#learnEpoch(room, epoch);
        }
      } catch (error) {
        // Redis is away or did not answer: tried again until the time is up.
        if (!(error instanceof AuctionRedisUnavailable)) throw error;
        if (error.notSent) refusal = { verdict: 'refused', reason: 'held' };
        else unsure = true;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    if (refusal && !unsure) return refusal;
    throw new ControlOutcomeUnknown(lotId);
  }

  async #learnEpoch(room: Room, fencedIn: number): Promise<void> {
    await this.#rooms.refresh(room);
    if (room.view.epoch === fencedIn) await this.#state.want(room.lotId);
  }

  async #committed(room: Room, verdict: { epoch: number; seq: number }, until: number) {
    const { view } = room;
    if (view.epoch === verdict.epoch && view.seq >= verdict.seq) return 'committed';
    if (view.epoch > verdict.epoch) return 'raised';
    return room.waiting.wait(verdict.epoch, verdict.seq, until);
  }
}

/** Redis no longer has the room, for it is closed: a withdrawal that closed it was done. */
function closedBefore({ view }: Room, { leaves }: Command): ControlAnswer {
  return leaves === 'closed:' && view.outcome === 'withdrawn'
    ? { verdict: 'done', seq: view.seq }
    : { verdict: 'refused', reason: 'closed' };
}
