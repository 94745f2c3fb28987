import { increment } from '#shared/auction/increment.ts';
import { suggestedIn } from './fold.ts';
import type { Room } from './room.ts';

/**
 * Lets awake auto-bids act until nobody but the leader could. Only the two highest produce entries; the leader's own
 * defends, but never bids against itself. Returns who lost a tie of equal maxima to an earlier one, if anybody.
 */
export function settle(room: Room, bidId: string): string | null {
  const { state } = room;
  const suggested = suggestedIn(state);
  if (suggested === 0) return null;
  const able = room.awake().filter((auto) => auto.maximumTiyin >= suggested);
  const [top, second] = able;
  if (!top || able.every((auto) => auto.person === state.leader)) return null;
  if (!second) {
    room.confirm(top.person, suggested, 'auto', bidId);
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

/** The auto-bid answers the price just confirmed by one increment, or by what is left of its maximum. */
export function outbid(room: Room, auto: { person: string; maximumTiyin: number }, bidId: string): void {
  const { state } = room;
  if (state.autos[auto.person]?.asleep !== false) return;
  const { startPriceTiyin, rules } = state.terms;
  const step = increment(rules.increment, {
    startPriceTiyin,
    priceTiyin: state.priceTiyin,
    count: state.count,
  });
  room.confirm(auto.person, Math.min(auto.maximumTiyin, (state.priceTiyin ?? 0) + step), 'auto', bidId);
}
