import { AuctionRedisUnavailable, type AuctionState, type ControlVerdict } from '../state/contract.ts';
import type { Room } from './room.ts';
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

const GIVE_UP_MS = 5_000;
const PAUSE_MS = 50;

/**
 * Commands of the business and of staff: sent with the epoch this node knows, again while they meet a rebuild or a
 * silent Redis, answered when their entries are committed. Each may be repeated without harm, so an unknown outcome
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
    return this.#run(c.lotId, (epoch) => this.#state.admit({ ...c, epoch }));
  }

  setLimit(c: { lotId: number; person: string; limitTiyin: number | null }): Promise<ControlAnswer> {
    return this.#run(c.lotId, (epoch) => this.#state.setLimit({ ...c, epoch }));
  }

  revoke(c: { lotId: number; person: string; cause: 'ban' | 'withdrawn' }): Promise<ControlAnswer> {
    return this.#run(c.lotId, (epoch) => this.#state.revoke({ ...c, epoch }));
  }

  suspend(c: { lotId: number; reason: string }): Promise<ControlAnswer> {
    return this.#run(c.lotId, (epoch) => this.#state.suspend({ ...c, epoch }));
  }

  resume(c: { lotId: number }): Promise<ControlAnswer> {
    return this.#run(c.lotId, (epoch) => this.#state.resume({ ...c, epoch }));
  }

  /** Moves the deadline to the given instant, never earlier than it is. */
  extend(c: { lotId: number; deadlineUs: number; reason: string }): Promise<ControlAnswer> {
    return this.#run(c.lotId, (epoch) => this.#state.extend({ ...c, epoch }));
  }

  withdraw(c: { lotId: number; reason: string }): Promise<ControlAnswer> {
    return this.#run(c.lotId, (epoch) => this.#state.withdraw({ ...c, epoch }));
  }

  async #run(lotId: number, call: (epoch: number) => Promise<ControlVerdict>): Promise<ControlAnswer> {
    const room = await this.#rooms.open(lotId);
    if (!room) return { verdict: 'refused', reason: 'unknown-lot' };
    const until = performance.now() + GIVE_UP_MS;
    let refusal: ControlAnswer | null = null;
    while (performance.now() < until) {
      const epoch = room.view.epoch;
      try {
        const verdict = await call(epoch);
        if (verdict.verdict === 'done') {
          const outcome = await this.#committed(room, verdict, until);
          if (outcome === 'committed') return { verdict: 'done', seq: verdict.seq };
          if (outcome === 'timeout') break;
          continue; // the epoch was raised before the commit was seen: done again, or found done
        }
        const temporary = verdict.reason === 'fenced' || verdict.reason === 'held';
        if (!temporary) return { verdict: 'refused', reason: verdict.reason };
        if (verdict.reason === 'fenced' && room.view.phase === 'closed') {
          return { verdict: 'refused', reason: 'closed' };
        }
        refusal = { verdict: 'refused', reason: verdict.reason };
        if (verdict.reason === 'fenced' && room.view.epoch === epoch) await this.#learnEpoch(room, epoch);
      } catch (error) {
        // Redis is away or did not answer: tried again until the time is up.
        if (!(error instanceof AuctionRedisUnavailable)) throw error;
        refusal = error.notSent ? { verdict: 'refused', reason: 'held' } : null;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    if (refusal) return refusal;
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
