import { describe, expect, test } from 'vitest';
import { LIVE_ROOMS, missingOpenings, nextLot, type OnTrade } from '#server/demo/bots/lot-supply.ts';
import { createUnitShopping } from '#server/demo/bots/unit-shopping.ts';
import { AUCTION_LOTS, FIXED_PRICE_LOTS } from '#server/demo/content/index.ts';
import { randomOf } from '#server/demo/pictures/random.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The director looks this often. */
const ROUND_MS = 4 * SECOND_MS;

type Lot = OnTrade & { key: string; pattern: string };

/** A demo without a database: rounds of the director on a clock of its own. */
function demo(lots: Lot[] = []) {
  const random = randomOf('supply');
  const ended: (Lot & { endedAtMs: number })[] = [];
  const published: Lot[] = [];
  return {
    lots,
    ended,
    published,
    round(nowMs: number, watched = true) {
      for (const lot of lots.filter(({ deadlineMs }) => deadlineMs <= nowMs)) {
        lots.splice(lots.indexOf(lot), 1);
        ended.push({ ...lot, endedAtMs: lot.deadlineMs });
      }
      for (const opening of missingOpenings(lots, nowMs, watched, random)) {
        const used = new Set([
          ...lots.map(({ key }) => key),
          ...ended.filter(({ endedAtMs }) => endedAtMs > nowMs - DAY_MS).map(({ key }) => key),
        ]);
        const lot = nextLot(AUCTION_LOTS, used, new Set(lots.map(({ pattern }) => pattern)), random);
        if (!lot) throw new Error(`no lot is left at ${nowMs}`);
        const opensAtMs = nowMs + (opening.kind === 'room' ? opening.inMs : (1 + random() * 8) * DAY_MS);
        const deadlineMs = opensAtMs + (opening.kind === 'room' ? opening.lengthMs : 2 * HOUR_MS);
        const { key, pattern } = lot;
        const made = { key, pattern, opensAtMs, deadlineMs, paused: false, depositTiyin: 1 };
        lots.push(made);
        published.push(made);
      }
    },
  };
}

const joinable = (lots: readonly OnTrade[], nowMs: number): number =>
  lots.filter(
    ({ opensAtMs, depositTiyin }) =>
      depositTiyin > 0 && opensAtMs >= nowMs + 5 * MINUTE_MS && opensAtMs <= nowMs + 15 * MINUTE_MS,
  ).length;

describe('a demo that is looked at for two days', () => {
  const day = demo();
  const least = { joinable: Infinity, live: Infinity };
  for (let nowMs = 0; nowMs < 2 * DAY_MS; nowMs += ROUND_MS) {
    // Just before the next round is the worst moment.
    if (nowMs > 0) {
      least.joinable = Math.min(least.joinable, joinable(day.lots, nowMs));
      const running = day.lots.filter((lot) => lot.opensAtMs <= nowMs && lot.deadlineMs > nowMs).length;
      if (nowMs > 2 * MINUTE_MS) least.live = Math.min(least.live, running);
    }
    day.round(nowMs);
  }

  test('always has two lots with a deposit that open in 5 to 15 minutes', () => {
    expect(least.joinable).toBeGreaterThanOrEqual(2);
  });

  test('always has rooms that run', () => {
    expect(least.live).toBeGreaterThanOrEqual(LIVE_ROOMS - 2);
  });

  test('puts nothing on trade again within a day of its end', () => {
    const last = new Map<string, number>();
    for (const { key, opensAtMs, deadlineMs } of [...day.published].sort(
      (a, b) => a.opensAtMs - b.opensAtMs,
    )) {
      expect(opensAtMs - (last.get(key) ?? Number.NEGATIVE_INFINITY), key).toBeGreaterThanOrEqual(DAY_MS);
      last.set(key, deadlineMs);
    }
  });

  test('never puts a lot of the fixed prices to auction', () => {
    const fixed = new Set(FIXED_PRICE_LOTS.map(({ key }) => key));
    expect(AUCTION_LOTS.filter(({ key }) => fixed.has(key))).toEqual([]);
  });
});

test('after days of absence rooms open within five seconds of the first round', () => {
  const old = demo();
  for (let nowMs = 0; nowMs < HOUR_MS; nowMs += ROUND_MS) old.round(nowMs);
  const later = HOUR_MS + 5 * DAY_MS;
  // Rooms that the outage stopped, and lots whose day has passed, are no life.
  for (const lot of old.lots) lot.paused = lot.opensAtMs < HOUR_MS;
  old.lots.forEach((lot) => (lot.deadlineMs = lot.paused ? later + HOUR_MS : lot.deadlineMs));
  const before = old.published.length;
  old.round(later);
  const soon = old.published.slice(before).filter(({ opensAtMs }) => opensAtMs <= later + 5 * SECOND_MS);
  expect(soon.length).toBeGreaterThanOrEqual(3);
  expect(joinable(old.lots, later)).toBeGreaterThanOrEqual(2);
});

test('an unwatched demo adds few lots, and is lively again at the first round after a visit', () => {
  const idle = demo();
  for (let nowMs = 0; nowMs < DAY_MS; nowMs += MINUTE_MS) idle.round(nowMs, false);
  expect(idle.published.length).toBeLessThan(120);
  idle.round(DAY_MS, true);
  expect(joinable(idle.lots, DAY_MS)).toBeGreaterThanOrEqual(2);
});

test('when everything is used up, no lot is better than one sold twice', () => {
  const lots = [{ key: 'a', pattern: 'a' }];
  expect(nextLot(lots, new Set(['a']), new Set())).toBeNull();
  expect(nextLot(lots, new Set(), new Set(['a']))).toEqual(lots[0]);
});

describe('bots that buy units', () => {
  const random = randomOf('units');
  const lots = [
    { lotId: 1, free: 2 },
    { lotId: 2, free: 0 },
  ];

  test('buy one every few minutes, of a lot that has some', () => {
    const shopping = createUnitShopping(['a', 'b'], random);
    const wishes = Array.from({ length: 60 * 15 }, (_, i) => shopping.next(lots, i * ROUND_MS)).filter(
      (wish) => wish !== null,
    );
    expect(wishes.length).toBeGreaterThanOrEqual(4);
    expect(wishes.length).toBeLessThanOrEqual(8);
    expect(new Set(wishes.map(({ lotId }) => lotId))).toEqual(new Set([1]));
  });

  test('leave the last unit of all lots', () => {
    const shopping = createUnitShopping(['a'], random);
    const one = [
      { lotId: 1, free: 1 },
      { lotId: 2, free: 0 },
    ];
    for (let at = 0; at < HOUR_MS; at += ROUND_MS) expect(shopping.next(one, at)).toBeNull();
  });
});
