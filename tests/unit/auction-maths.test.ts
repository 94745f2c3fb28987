import { describe, expect, test } from 'vitest';
import { basisPoints, shareOf } from '#shared/auction/amounts.ts';
import { increment } from '#shared/auction/increment.ts';
import { limitsApply, withinLimit } from '#shared/auction/limits.ts';
import { dailyStopUs, deadlineAfterLoss, deadlineAfterPrice } from '#shared/auction/overtime.ts';
import {
  auctionRulesSchema,
  MAX_TIYIN,
  type AuctionRules,
  type AuctionTerms,
} from '#shared/auction/rules.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import { termsProblem } from '#shared/auction/terms-problem.ts';

const rules: AuctionRules = {
  firstBid: 'startPlusIncrement',
  increment: { kind: 'percentOfStart', percents: [5, 5, 5, 5, 3] },
  overtime: null,
  leaderMayRaise: false,
  minParticipants: { count: 2, at: 'close' },
};
const START = 1_000;

describe('a share in basis points', () => {
  test.each([
    [10_000, 2.5, 250],
    [999, 2.5, 24],
    [1, 99.99, 0],
    [MAX_TIYIN, 100, MAX_TIYIN],
    [MAX_TIYIN, 0.01, 900_719_925_474],
    [9_007_199_254_740_989, 33.33, 3_002_099_511_605_171],
  ])('of %i at %f %% is %i, exact up to 2^53 − 1', (amount, percent, expected) => {
    expect(shareOf(amount, basisPoints(percent))).toBe(expected);
    expect(BigInt(shareOf(amount, basisPoints(percent)))).toBe(
      (BigInt(amount) * BigInt(basisPoints(percent))) / 10_000n,
    );
  });

  test('past the ceiling stays past it', () => {
    expect(shareOf(MAX_TIYIN, basisPoints(10_000))).toBeGreaterThan(MAX_TIYIN);
  });
});

describe('the increment', () => {
  const so = (priceTiyin: number | null, count: number) => ({ startPriceTiyin: START, priceTiyin, count });

  test('as percents of the start: the k-th after k prices, the last one for good', () => {
    const rule = { kind: 'percentOfStart' as const, percents: [5, 4, 3] };
    expect([0, 1, 2, 3, 90].map((count) => increment(rule, so(2_000, count)))).toEqual([50, 40, 30, 30, 30]);
  });

  test('is never nothing', () => {
    expect(increment({ kind: 'percentOfCurrent', percent: 0 }, so(null, 0))).toBe(1);
  });

  test('on a ladder is the last step at or below the price', () => {
    const rule = {
      kind: 'ladder' as const,
      steps: [
        [500, 10],
        [1_000, 25],
        [2_000, 50],
      ] as [number, number][],
    };
    expect([400, 500, 999, 1_000, 1_999, 2_000, 9_999].map((price) => increment(rule, so(price, 1)))).toEqual(
      [10, 10, 10, 25, 25, 50, 50],
    );
    expect(increment(rule, so(null, 0))).toBe(25);
  });
});

describe('the suggested price', () => {
  test('is the start price, or one increment up, while there is no price', () => {
    const none = { startPriceTiyin: START, priceTiyin: null, count: 0 };
    expect(suggestedPrice({ ...rules, firstBid: 'atStart' }, none)).toBe(1_000);
    expect(suggestedPrice(rules, none)).toBe(1_050);
  });

  test('is 0 when no further price fits', () => {
    const fixed = { ...rules, increment: { kind: 'fixed' as const, amount: 10 } };
    const at = (priceTiyin: number) => suggestedPrice(fixed, { startPriceTiyin: 1, priceTiyin, count: 1 });
    expect(at(MAX_TIYIN - 10)).toBe(MAX_TIYIN);
    expect(at(MAX_TIYIN - 9)).toBe(0);
  });
});

describe('overtime', () => {
  const SECOND = 1_000_000;
  const CLOSE_MS = Date.UTC(2026, 2, 2, 6);
  const CLOSE = CLOSE_MS * 1_000;
  const clockwork = { closesAtMs: CLOSE_MS, deadlineUs: CLOSE, pausedUs: 0 };
  const overtime = { windowMs: 300_000, extendToMs: 300_000 };
  const after = (left: number, more: object = {}, at = clockwork) =>
    deadlineAfterPrice({ overtime: { ...overtime, ...more } }, at, CLOSE - left) - CLOSE;

  test('moves the deadline with a microsecond less than the window left, and not with exactly the window', () => {
    expect(after(300 * SECOND)).toBe(0);
    expect(after(300 * SECOND - 1)).toBe(1);
    expect(after(1)).toBe(300 * SECOND - 1);
    expect(deadlineAfterPrice({ overtime: null }, clockwork, CLOSE - 1)).toBe(CLOSE);
  });

  test('is cut by cap and daily stop, both counted without pauses', () => {
    expect(after(1, { capMs: 60_000 })).toBe(60 * SECOND);
    expect(after(1, { dailyStop: 661 })).toBe(60 * SECOND);
    const paused = { ...clockwork, deadlineUs: CLOSE + 40 * SECOND, pausedUs: 40 * SECOND };
    expect(after(-30 * SECOND, { capMs: 60_000 }, paused)).toBe(100 * SECOND);
    expect(after(-30 * SECOND, { dailyStop: 661 }, paused)).toBe(100 * SECOND);
  });

  test('never makes a room shorter', () => {
    expect(after(200 * SECOND, { extendToMs: 1_000 })).toBe(0);
    expect(after(1, { capMs: 0 }, { ...clockwork, deadlineUs: CLOSE + 5 })).toBe(5);
  });

  test('finds the daily stop in Tashkent’s time, over midnight too', () => {
    const at = (hours: number, minutes: number) => Date.UTC(2026, 2, 2, hours, minutes) * 1_000;
    expect(dailyStopUs(18 * 60, at(12, 0))).toBe(at(13, 0));
    expect(dailyStopUs(18 * 60, at(13, 0))).toBe(at(13, 0));
    expect(dailyStopUs(18 * 60, at(13, 0) + 1)).toBe(at(37, 0));
    expect(dailyStopUs(0, at(18, 59))).toBe(at(19, 0));
  });

  test('after lost time gives it back, and a window (or a minute) from now at least', () => {
    const at = { deadlineUs: CLOSE, graceUs: 0 };
    expect(deadlineAfterLoss({ overtime: null }, at, 5 * SECOND, CLOSE - SECOND)).toBe(CLOSE + 59 * SECOND);
    expect(deadlineAfterLoss({ overtime }, at, 5 * SECOND, CLOSE - SECOND)).toBe(CLOSE + 299 * SECOND);
    expect(deadlineAfterLoss({ overtime }, at, 900 * SECOND, CLOSE - SECOND)).toBe(CLOSE + 900 * SECOND);
  });

  test('after lost time gives no more than it where the room has had its window of grace', () => {
    const lost = (graceUs: number) =>
      deadlineAfterLoss({ overtime: null }, { deadlineUs: CLOSE, graceUs }, 2 * SECOND, CLOSE - SECOND);
    expect(lost(50 * SECOND)).toBe(CLOSE + 12 * SECOND);
    expect(lost(60 * SECOND)).toBe(CLOSE + 2 * SECOND);
    expect(lost(90 * SECOND)).toBe(CLOSE + 2 * SECOND);
  });
});

describe('limits', () => {
  test('apply from the named price on, or never', () => {
    expect([1, 2, 3].map((ordinal) => limitsApply({ limitFromPrice: 2 }, ordinal))).toEqual([
      false,
      true,
      true,
    ]);
    expect(limitsApply({}, 1_000)).toBe(false);
  });

  test('let the limit itself pass, and everything where there is none', () => {
    expect([withinLimit(100, 100), withinLimit(100, 101), withinLimit(null, MAX_TIYIN)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('terms', () => {
  const terms: AuctionTerms = {
    lotId: 1,
    rules,
    startPriceTiyin: START,
    opensAtMs: 1,
    closesAtMs: 2,
    practice: false,
    watchable: true,
  };

  test.each([
    [{}, null],
    [{ closesAtMs: 1 }, 'ends-before-it-opens'],
    [{ closesAtMs: 9_007_199_254_740 }, 'too-far-in-time'],
    [{ startPriceTiyin: MAX_TIYIN }, 'start-price-too-high'],
  ])('with %j have the problem %s', (change, problem) => {
    expect(termsProblem({ ...terms, ...change })).toBe(problem);
  });

  test('refuse a percent of three decimals, unknown fields and a ladder out of order', () => {
    const parse = (change: object) => auctionRulesSchema.safeParse({ ...rules, ...change }).success;
    expect(parse({})).toBe(true);
    expect(parse({ increment: { kind: 'percentOfCurrent', percent: 0.29 } })).toBe(true);
    expect(parse({ increment: { kind: 'percentOfCurrent', percent: 0.295 } })).toBe(false);
    expect(parse({ increment: { kind: 'percentOfCurrent', percent: -1 } })).toBe(false);
    expect(
      parse({
        increment: {
          kind: 'ladder',
          steps: [
            [5, 1],
            [5, 2],
          ],
        },
      }),
    ).toBe(false);
    expect(parse({ mood: 'good' })).toBe(false);
  });
});
