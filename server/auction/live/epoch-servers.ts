import type { AuctionState } from '../state/contract.ts';
import type { Room } from './room.ts';

/** The Redis server that each room's epoch began on, as far as this process has seen it. */
export class EpochServers {
  readonly #state: Pick<AuctionState, 'runIdOf'>;
  readonly #first = new WeakMap<Room, { epoch: number; runId: string }>();

  constructor(state: Pick<AuctionState, 'runIdOf'>) {
    this.#state = state;
  }

  /** Called with each call of a room: the first one of an epoch notes its server. */
  note(room: Room, epoch: number): void {
    const first = this.#first.get(room);
    if (first !== undefined && first.epoch >= epoch) return;
    const runId = this.#state.runIdOf(room.lotId);
    if (runId !== null) this.#first.set(room, { epoch, runId });
  }

  /**
   * Whether Redis may have lost entries of this epoch: another server has the lot now, a replica that was promoted or a new
   * process. It refuses an id that its predecessor may have accepted, so a refusal of a repeat is not final. The journal
   * raises the epoch of every room on that server, and then PostgreSQL decides.
   */
  mayLack(room: Room, epoch: number): boolean {
    const first = this.#first.get(room);
    if (first === undefined || first.epoch < epoch) return false;
    return first.epoch > epoch || first.runId !== this.#state.runIdOf(room.lotId);
  }
}
