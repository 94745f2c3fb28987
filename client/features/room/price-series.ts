import type { RoomState } from './room-state.ts';

/** Seconds since 1970 and tiyin, oldest first, equally long: each price holds until the next one's time. */
export type PriceSeries = [seconds: number[], tiyin: number[]];

/** Newest first, and how many there are in all. */
type Known = Pick<RoomState, 'prices' | 'opensAtMs' | 'startPriceTiyin'> & { count: number };

/** Equal times would draw one step over the other. */
const LEAST_STEP_S = 0.001;
/** At least so wide: a single price has no width of its own, and the library's own guess for one is a day or more. */
const LEAST_SPAN_S = 60;

/** The confirmed prices a page knows, from the start price on. */
export function seriesOf(room: Known): PriceSeries {
  const prices = [...room.prices].reverse();
  const seconds = [room.opensAtMs / 1_000];
  const tiyin = [room.startPriceTiyin];
  for (const { atMs, amountTiyin } of prices) {
    seconds.push(Math.max(atMs / 1_000, (seconds.at(-1) ?? 0) + LEAST_STEP_S));
    tiyin.push(amountTiyin);
  }
  // Older prices are not loaded: it begins with the first one known instead of a false straight line.
  const known = prices.length === 0 || prices.length >= room.count;
  return known ? [seconds, tiyin] : [seconds.slice(1), tiyin.slice(1)];
}

/** From the first to the last time. */
export function spanOf(seconds: ArrayLike<number>): [fromS: number, toS: number] {
  const first = seconds[0] ?? 0;
  return [first, Math.max(seconds[seconds.length - 1] ?? first, first + LEAST_SPAN_S)];
}
