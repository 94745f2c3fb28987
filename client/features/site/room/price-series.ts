import type { RoomState } from '#shared/realtime/client/room-state.ts';

/** Seconds since 1970 and tiyin, oldest first, equally long: each price holds until the next one's time. */
export type PriceSeries = [seconds: number[], tiyin: number[]];

/** Newest first, and how many there are in all. */
type Known = Pick<RoomState, 'prices' | 'opensAtMs' | 'startPriceTiyin'> & { count: number };

/** Equal times would draw one step over the other. */
const LEAST_STEP_S = 0.001;
/** At least so wide: a single price has no width of its own, and the library's own guess for one is a day or more. */
const LEAST_SPAN_S = 60;

/**
 * The confirmed prices a page knows, from the start price on.
 * @param untilMs the last price holds until then: now, or the end of a closed room; that point is no price of its own
 */
export function seriesOf(room: Known, untilMs: number): PriceSeries {
  const prices = [...room.prices].reverse();
  const seconds = [room.opensAtMs / 1_000];
  const tiyin = [room.startPriceTiyin];
  for (const { atMs, amountTiyin } of prices) {
    seconds.push(Math.max(atMs / 1_000, (seconds.at(-1) ?? 0) + LEAST_STEP_S));
    tiyin.push(amountTiyin);
  }
  seconds.push(Math.max(untilMs / 1_000, (seconds.at(-1) ?? 0) + LEAST_STEP_S));
  tiyin.push(tiyin.at(-1) ?? room.startPriceTiyin);
  // Older prices are not loaded: it begins with the first one known instead of a false straight line.
  const known = prices.length === 0 || prices.length >= room.count;
  return known ? [seconds, tiyin] : [seconds.slice(1), tiyin.slice(1)];
}

/** From the first time to the last, which is the right edge: a young room has room on its left. */
export function spanOf(seconds: ArrayLike<number>): [fromS: number, toS: number] {
  const last = seconds[seconds.length - 1] ?? 0;
  return [Math.min(seconds[0] ?? last, last - LEAST_SPAN_S), last];
}

/** Share of the height that stays free above and below the prices. */
const MARGIN = 0.1;

/** From below the lowest price to above the highest; a single price is in the middle. */
export function heightOf(lowestTiyin: number, highestTiyin: number): [from: number, to: number] {
  const height = highestTiyin - lowestTiyin || highestTiyin * MARGIN || 1;
  return [Math.max(0, lowestTiyin - height * MARGIN), highestTiyin + height * MARGIN];
}
