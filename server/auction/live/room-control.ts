import { AuctionRedisUnavailable, type AuctionState, type ControlVerdict } from '../state/contract.ts';
import type { Room } from './room.ts';
import type { RoomView } from './room-view.ts';
import type { Rooms } from './rooms.ts';

/** Done and committed (as of `seq`), or the reason of the refusal. */
export type ControlAnswer =
  | { verdict: 'done'; seq: number }
  | { verdict: 'refused'; reason: Extract<ControlVerdict, { verdict: 'refused' }>['reason'] };

/** No answer in time: the command may be sent again, for all of them are idempotent. */
export class ControlOutcomeUnknown extends Error {
  constructor(lotId: number) {
    super(`no answer of the room of lot ${lotId}`);
    this.name = 'ControlOutcomeUnknown';
  }
}

interface Command {
  /** The log entry it writes when it changes something, in the form of RoomView.controlled. */
  entry: string;
  /** Whether the committed room is in the requested state. */
  shown(view: RoomView): boolean;
  call(epoch: number): Promise<ControlVerdict>;
}

const GIVE_UP_MS = 5_000;
const PAUSE_MS = 50;

/**
 * Commands of the domains and of staff: sent with the epoch this node knows, retried during a rebuild or while Redis does
 * not reply, and answered when their entry, or the state they were judged on, is committed. All are idempotent, so an
 * unknown outcome is retried until the time is up. Rejects with ControlOutcomeUnknown when it stays unknown.
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
      entry: `admitted:${c.person}`,
      shown: ({ bidders }) => bidders[c.person]?.revoked === '',
      call: (epoch) => this.#state.admit({ ...c, epoch }),
    });
  }

  setLimit(c: { lotId: number; person: string; limitTiyin: number | null }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      entry: `limitSet:${c.person}`,
      shown: ({ bidders }) => bidders[c.person]?.limitTiyin === c.limitTiyin,
      call: (epoch) => this.#state.setLimit({ ...c, epoch }),
    });
  }

  revoke(c: {
    lotId: number;
    person: string;
    cause: 'ban' | 'withdrawn';
    onlyIdle?: boolean;
    onlyUnopened?: boolean;
    unlessLeading?: boolean;
  }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      entry: `revoked:${c.person}`,
      shown: ({ bidders }) => [c.cause, 'ban'].includes(bidders[c.person]?.revoked ?? ''),
      call: (epoch) => this.#state.revoke({ ...c, epoch }),
    });
  }

  suspend(c: { lotId: number; reason: string }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      entry: 'suspended:',
      shown: ({ phase, pauseCause, resumeAtUs }) =>
        phase === 'paused' && pauseCause === 'staff' && resumeAtUs === null,
      call: (epoch) => this.#state.suspend({ ...c, epoch }),
    });
  }

  /** Resumes now, or automatically at `resumeAtUs` when that is in the future. */
  resume(c: { lotId: number; resumeAtUs?: number; reason?: string }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      entry: c.resumeAtUs === undefined ? 'resumed:' : 'suspended:',
      shown: ({ phase, resumeAtUs }) =>
        phase !== 'paused' || (c.resumeAtUs !== undefined && resumeAtUs === c.resumeAtUs),
      call: (epoch) => this.#state.resume({ ...c, epoch }),
    });
  }

  /** Moves the deadline to the given instant, never to an earlier one. */
  extend(c: { lotId: number; deadlineUs: number; reason: string }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      entry: 'deadlineMoved:',
      shown: ({ deadlineUs }) => deadlineUs >= c.deadlineUs,
      call: (epoch) => this.#state.extend({ ...c, epoch }),
    });
  }

  withdraw(c: { lotId: number; reason: string; unlessPriced?: boolean }): Promise<ControlAnswer> {
    return this.#run(c.lotId, {
      entry: 'closed:',
      shown: ({ outcome }) => outcome === 'withdrawn',
      call: (epoch) => this.#state.withdraw({ ...c, epoch }),
    });
  }

  async #run(lotId: number, command: Command): Promise<ControlAnswer> {
    const room = await this.#rooms.openForCommand(lotId);
    if (!room) return { verdict: 'refused', reason: 'unknown-lot' };
    const until = performance.now() + GIVE_UP_MS;
    /** A send without a reply may have been executed: a refusal is no longer certain. */
    let unsure = false;
    let refusal: ControlAnswer | null = null;
    while (performance.now() < until) {
      const { epoch, seq } = room.view;
      try {
        const verdict = await command.call(epoch);
        if (verdict.verdict === 'done') {
          const outcome = await this.#committed(room, verdict, until);
          if (outcome === 'timeout') throw new ControlOutcomeUnknown(lotId);
          const certain = verdict.repeated
            ? command.shown(room.view)
            : room.view.controlled(command.entry, seq, verdict.seq);
          if (outcome === 'committed' && certain) return { verdict: 'done', seq: verdict.seq };
          // The epoch was raised before the entry was committed: retried, or found done.
        } else if (verdict.reason !== 'fenced' && verdict.reason !== 'held') {
          // The state it was judged on may still be lost: answered only once that is committed.
          const outcome = await this.#committed(room, verdict, until);
          if (outcome === 'timeout') throw new ControlOutcomeUnknown(lotId);
          const certain = verdict.reason !== 'closed' || room.view.phase === 'closed';
          if (outcome === 'committed' && certain) return { verdict: 'refused', reason: verdict.reason };
        } else {
          if (verdict.reason === 'fenced' && room.view.phase === 'closed') return closedBefore(room, command);
          refusal = { verdict: 'refused', reason: verdict.reason };
          if (verdict.reason === 'fenced' && room.view.epoch === epoch) await this.#learnEpoch(room, epoch);
        }
      } catch (error) {
        // Redis is unavailable or did not reply: retried until the time is up.
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
    return room.commitWaiters.wait(verdict.epoch, verdict.seq, until);
  }
}

/** The room is closed and no longer in Redis: a withdrawal that closed it counts as done. */
function closedBefore({ view }: Room, { entry }: Command): ControlAnswer {
  return entry === 'closed:' && view.outcome === 'withdrawn'
    ? { verdict: 'done', seq: view.seq }
    : { verdict: 'refused', reason: 'closed' };
}
