import { increment } from '#shared/auction/increment.ts';
import { suggestedIn } from './fold.ts';
import type { CommandExecution } from './command-execution.ts';

interface Maximum {
  person: string;
  maximumTiyin: number;
}

/**
 * Lets awake auto-bids act until only the leader's could. Only the two highest produce entries; the leader's own defends,
 * but never bids against itself. Returns the person who lost a tie of equal maxima to an earlier one, if any.
 */
export function settle(room: CommandExecution, bidId: string): string | null {
  const { state } = room;
  const suggested = suggestedIn(state);
  if (suggested === 0) return null;
  const [top, second] = room.awake();
  if (!top || top.maximumTiyin < suggested) return null;
  if (!second || second.maximumTiyin < suggested) {
    if (top.person !== state.leader) room.confirm(top.person, leadingPrice(room, top, second), 'auto', bidId);
    return null;
  }
  if (second.maximumTiyin === top.maximumTiyin) {
    room.confirm(top.person, top.maximumTiyin, 'auto', bidId);
    return second.person;
  }
  room.confirm(second.person, second.maximumTiyin, 'auto', bidId);
  outbid(room, top, bidId);
  return null;
}

/**
 * What the highest auto-bid gives to lead where no other reaches the suggested price: that price; in rooms with
 * `aboveRunnerUp` one increment above the second maximum, where that is more, or the rest of its own.
 */
function leadingPrice(room: CommandExecution, top: Maximum, second: Maximum | undefined): number {
  const suggested = suggestedIn(room.state);
  if (!second || room.state.terms.rules.autoBid !== 'aboveRunnerUp') return suggested;
  const aboveSecond = second.maximumTiyin + incrementAbove(room, second.maximumTiyin);
  return Math.max(suggested, Math.min(top.maximumTiyin, aboveSecond));
}

function incrementAbove({ state }: CommandExecution, priceTiyin: number | null): number {
  const { startPriceTiyin, rules } = state.terms;
  return increment(rules.increment, { startPriceTiyin, priceTiyin, count: state.count });
}

/** The auto-bid answers the price just confirmed by one increment, or by the rest of its maximum. */
export function outbid(room: CommandExecution, auto: Maximum, bidId: string): void {
  const { state } = room;
  if (state.autos[auto.person]?.asleep !== false) return;
  const step = incrementAbove(room, state.priceTiyin);
  room.confirm(auto.person, Math.min(auto.maximumTiyin, (state.priceTiyin ?? 0) + step), 'auto', bidId);
}
