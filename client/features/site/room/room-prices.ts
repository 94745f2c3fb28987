import type { PublicPrice } from '#shared/realtime/room.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';

/** Prices fetched on demand, any order: merged by sequence. */
export function withOlderPrices(state: RoomState, fetched: PublicPrice[]): RoomState {
  const known = new Set(state.prices.map((price) => price.seq));
  const missing = fetched.filter((price) => !known.has(price.seq));
  if (missing.length === 0) return state;
  return { ...state, prices: [...state.prices, ...missing].sort((a, b) => b.seq - a.seq) };
}

/** A price of this person was passed by another. False where they never offered, as far as the list of prices goes back. */
export function wasOutbid({ me, prices }: RoomState): boolean {
  return !me.leading && prices.some(({ number }) => number === me.number);
}

/** Does the list hold every confirmed price of the lot? */
export function hasAllPrices(state: RoomState): boolean {
  return state.prices.length >= state.head.count;
}
