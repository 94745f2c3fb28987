import { TASHKENT_OFFSET_MS } from '#shared/time/tashkent.ts';
import type { RoomState } from './room-state.ts';

/** Prices over time: each holds from its time until the next one's. Both lists are equally long, oldest first. */
export interface PriceLine {
  timesMs: number[];
  tiyin: number[];
}

/** Newest first, and how many there are in all. */
type Known = Pick<RoomState, 'prices' | 'opensAtMs' | 'startPriceTiyin'> & { count: number };

/** The confirmed prices a page knows, from the start price on. */
export function lineOf(room: Known): PriceLine {
  const prices = [...room.prices].reverse();
  const timesMs = [room.opensAtMs];
  const tiyin = [room.startPriceTiyin];
  for (const { atMs, amountTiyin } of prices) {
    timesMs.push(Math.max(atMs, timesMs.at(-1) ?? 0));
    tiyin.push(amountTiyin);
  }
  // Older prices are not loaded: it begins with the first one known instead of a false straight line.
  const known = prices.length === 0 || prices.length >= room.count;
  return known ? { timesMs, tiyin } : { timesMs: timesMs.slice(1), tiyin: tiyin.slice(1) };
}

/** At least so wide: a single price has no width of its own. */
const LEAST_SPAN_MS = 60_000;

export function timeSpan({ timesMs }: PriceLine): [fromMs: number, toMs: number] {
  const from = timesMs[0] ?? 0;
  return [from, Math.max(timesMs.at(-1) ?? from, from + LEAST_SPAN_MS)];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((each) => each * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((each) => each * MINUTE),
  ...[1, 2, 3, 6, 12].map((each) => each * HOUR),
];

function marksBy(step: number, from: number, to: number, begin = 0): number[] {
  const marks: number[] = [];
  for (let at = Math.ceil((from - begin) / step) * step + begin; at <= to; at += step) marks.push(at);
  return marks;
}

/** Round times of day in Tashkent between two, at most `most` of them; of several days, days. */
export function timeMarks(fromMs: number, toMs: number, most: number): number[] {
  const least = (toMs - fromMs) / Math.max(1, most);
  const step = TIME_STEPS.find((each) => each >= least) ?? Math.ceil(least / (24 * HOUR)) * 24 * HOUR;
  return marksBy(step, fromMs, toMs, -TASHKENT_OFFSET_MS);
}

/** Round sums between two, at most `most` of them. */
export function moneyMarks(fromTiyin: number, toTiyin: number, most: number): number[] {
  const least = (toTiyin - fromTiyin) / Math.max(1, most);
  const ten = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const step = [1, 2, 5, 10].map((each) => each * ten).find((each) => each >= least) ?? 10 * ten;
  return marksBy(step, fromTiyin, toTiyin);
}

/** Place of the price that stood at a time; 0 for times before the first. */
export function placeAt({ timesMs }: PriceLine, atMs: number): number {
  let low = 0;
  let high = timesMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesMs[middle] ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
