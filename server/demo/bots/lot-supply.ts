import { whole, type Random } from '../pictures/random.ts';
import { liveLengthMs } from '../trade-plans.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Rooms that run or start within two minutes: never fewer than this. */
export const LIVE_ROOMS = 6;
/** Lots on sale at a fixed price: never fewer than this. */
export const FIXED_PRICE_SALES = 3;
/** Lots sold by units: never fewer than this, once those are made that come with their sales. */
export const UNIT_SALES = 3;
/** Lots whose trade begins on another day: never fewer than this. */
const COMING_LOTS = 12;
/**
 * Auctions with a deposit that open in 5 to 15 minutes: never fewer than this, so that a newcomer can top up, apply and
 * bid at once. A lot enters at the far end of that time and leaves it at the near one.
 */
const JOINABLE = { lots: 2, fromMs: 5 * MINUTE_MS, untilMs: 15 * MINUTE_MS } as const;
/** Rounds of the maintenance and the publication itself take some seconds. */
const MARGIN_MS = 20 * SECOND_MS;
const SOON_MS = 2 * MINUTE_MS;
const LONGER_WHEN_UNWATCHED = 8;

/** What the plan needs to know of a lot on trade. */
export interface OnTrade {
  opensAtMs: number;
  /** When it closes, overtime so far included. */
  deadlineMs: number;
  /** A room that staff or a fault stopped. */
  paused: boolean;
  depositTiyin: number;
}

/** A lot to be published now. */
export type Opening = { kind: 'room'; inMs: number; lengthMs: number } | { kind: 'coming' };

/**
 * What is missing for a lively demo. It depends on nothing but the lots on trade and the clock, so it may be asked at
 * any time: after days without the demo the first answer has rooms that open within seconds.
 * @param watched a visitor came lately; otherwise rooms run long and hardly any are added
 */
export function missingOpenings(
  lots: readonly OnTrade[],
  nowMs: number,
  watched: boolean,
  random: Random = Math.random,
): Opening[] {
  const openings: Opening[] = [];
  const factor = watched ? 1 : LONGER_WHEN_UNWATCHED;
  const room = (inMs: number, lengthMs: number): void => {
    openings.push({ kind: 'room', inMs: Math.round(inMs), lengthMs: Math.round(lengthMs) });
  };
  const active = lots.filter(({ paused, deadlineMs }) => !paused && deadlineMs > nowMs);
  const running = active.filter(({ opensAtMs }) => opensAtMs <= nowMs).length;
  const live = active.filter(({ opensAtMs }) => opensAtMs <= nowMs + SOON_MS).length;
  for (let missing = live; missing < LIVE_ROOMS; missing += 1) {
    // Nothing runs: the first rooms open while people look at the page.
    const inMs = running === 0 ? (2 + (missing - live)) * SECOND_MS : whole(random, 20, 60) * SECOND_MS;
    // They end one by one: as if they had begun at different times.
    room(inMs, liveLengthMs(random) * factor * (0.4 + 0.1 * missing));
  }
  if (watched) {
    const joinable = active.filter(
      ({ opensAtMs, depositTiyin }) =>
        depositTiyin > 0 &&
        opensAtMs >= nowMs + JOINABLE.fromMs + MARGIN_MS &&
        opensAtMs <= nowMs + JOINABLE.untilMs,
    ).length;
    const lastMs = JOINABLE.untilMs - MARGIN_MS;
    // The first of several opens halfway, so that they do not leave together.
    for (let missing = JOINABLE.lots - joinable; missing > 0; missing -= 1)
      room(missing > 1 ? (JOINABLE.fromMs + lastMs) / 2 : lastMs, liveLengthMs(random));
  }
  const coming = active.filter(({ opensAtMs }) => opensAtMs > nowMs + JOINABLE.untilMs).length;
  for (let missing = coming; missing < COMING_LOTS; missing += 1) openings.push({ kind: 'coming' });
  return openings;
}

/**
 * A lot for the next auction: none that is on trade or was within a day, and where possible of a kind that is not on
 * trade at the moment. Null: everything is used up, and then fewer lots are better than one sold twice.
 */
export function nextLot<Lot extends { key: string; pattern: string }>(
  lots: readonly Lot[],
  usedKeys: ReadonlySet<string>,
  patternsOnTrade: ReadonlySet<string>,
  random: Random = Math.random,
): Lot | null {
  const free = lots.filter(({ key }) => !usedKeys.has(key));
  const fresh = free.filter(({ pattern }) => !patternsOnTrade.has(pattern));
  const choice = fresh.length > 0 ? fresh : free;
  return choice[Math.floor(random() * choice.length)] ?? null;
}
