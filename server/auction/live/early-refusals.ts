import type { AuctionState, CommittedState } from '../state/contract.ts';
import { leastEver } from '../rules/least-ever.ts';
import { suggestedIn } from './audience-view.ts';
import type { BidCommand } from './bid-command.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';

type Early = Parameters<AuctionState['refuseEarly']>[0];

/** The committed state of a room, and the price below which it accepts nothing any more. */
interface Bound extends CommittedState {
  leastTiyin: number;
}

/**
 * Finds offers that no order of events can confirm: below every price that can still be accepted in a running room, whatever
 * is under way in Redis. Such an offer is refused by what is committed, so its answer waits for no commit. Where anything
 * is in doubt, and for an offer that may have been sent before, the script judges.
 */
export class EarlyRefusals {
  readonly #healthOf: Rooms['healthOf'];
  readonly #bounds = new WeakMap<Room, Bound>();

  constructor(rooms: Pick<Rooms, 'healthOf'>) {
    this.#healthOf = (room) => rooms.healthOf(room);
  }

  /** The refusal to be stored; null when the script must judge the command. */
  of(room: Room, command: BidCommand): Early | null {
    if (command.kind !== 'place' || command.sentEpoch !== undefined) return null;
    const { view } = room;
    const { lotId, person, bidId, amountTiyin, confirmed } = command;
    if (view.phase !== 'running' || room.filling || view.epoch <= room.lostEpoch) return null;
    if (view.bidders[person]?.revoked !== '') return null;
    if (view.leader === person && !view.terms.rules.leaderMayRaise) return null;
    const committed = this.#boundOf(room);
    if (amountTiyin >= committed.leastTiyin || this.#healthOf(room) !== 'healthy') return null;
    return { lotId, person, bidId, amountTiyin, confirmed, committed };
  }

  /** The same object as long as the room is the same. */
  #boundOf(room: Room): Bound {
    const { view } = room;
    const known = this.#bounds.get(room);
    if (known && known.seq === view.seq && known.epoch === view.epoch && known.headHash === view.hash)
      return known;
    const { rules, startPriceTiyin } = view.terms;
    const bound = {
      epoch: view.epoch,
      seq: view.seq,
      headHash: view.hash,
      suggestedTiyin: suggestedIn(view),
      deadlineUs: view.deadlineUs,
      leastTiyin: leastEver(rules, { startPriceTiyin, priceTiyin: view.priceTiyin, count: view.count }),
    };
    this.#bounds.set(room, bound);
    return bound;
  }
}
