import { mostAllowed } from '#shared/auction/jumps.ts';
import { limitsOffer, withinLimit } from '#shared/auction/limits.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';

/** Why an offer cannot pass now, by the rules the server applies, in its order. */
export type OfferBound =
  /** `moved`: it would have passed when it was typed. */
  | { reason: 'below-suggested'; moved: boolean; passesTiyin: number }
  /** `passesTiyin`: the most that passes; null when nothing does. */
  | { reason: 'limit-exceeded'; limitTiyin: number; passesTiyin: number | null }
  | { reason: 'too-far'; passesTiyin: number | null };

const priceSoFar = ({ head, startPriceTiyin }: RoomState) => ({
  startPriceTiyin,
  priceTiyin: head.priceTiyin,
  count: head.count,
});

/** @param typedAtTiyin suggested price when the sum was typed; absent for a sum that was not typed */
export function boundOf(room: RoomState, amountTiyin: number, typedAtTiyin?: number): OfferBound | null {
  const { suggestedTiyin } = room.head;
  if (amountTiyin < suggestedTiyin) {
    const moved = typedAtTiyin !== undefined && amountTiyin >= typedAtTiyin;
    return { reason: 'below-suggested', moved, passesTiyin: suggestedTiyin };
  }
  const { limitTiyin } = room.me;
  const most = mostAllowed(room.rules, 'offer', priceSoFar(room)) ?? Number.MAX_SAFE_INTEGER;
  const limited = limitsOffer(room.rules, room.head.count + 1, amountTiyin > suggestedTiyin);
  if (limited && limitTiyin !== null && !withinLimit(limitTiyin, amountTiyin)) {
    // Off step the limit may hold where the suggested price itself still passes.
    const onStep = !limitsOffer(room.rules, room.head.count + 1, false);
    const carried = Math.min(limitTiyin, most);
    const passesTiyin = carried >= suggestedTiyin ? carried : onStep ? suggestedTiyin : null;
    return { reason: 'limit-exceeded', limitTiyin, passesTiyin };
  }
  if (amountTiyin <= most) return null;
  const carried =
    limitTiyin !== null && limitsOffer(room.rules, room.head.count + 1, true)
      ? Math.min(limitTiyin, most)
      : most;
  return { reason: 'too-far', passesTiyin: carried >= suggestedTiyin ? carried : null };
}

/** The most an auto-bid maximum may be now; null without a cap. */
export function mostMaximum(room: RoomState): number | null {
  return mostAllowed(room.rules, 'maximum', priceSoFar(room));
}

/** The sum the person's money carries to, in rooms where that limits anything. */
export function limitThatApplies({ rules, me }: RoomState): number | null {
  return rules.limitOffStep === true || rules.limitFromPrice !== undefined ? me.limitTiyin : null;
}

/** Whether there is anything to say of how far the balance carries: practice rooms need no money. */
export function hasReach(room: RoomState): boolean {
  return room.practice || limitThatApplies(room) !== null;
}
