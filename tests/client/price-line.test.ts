import { describe, expect, it } from 'vitest';
import { lineOf, moneyMarks, placeAt, timeMarks, timeSpan } from '#client/features/room/price-line.ts';
import type { PublicPrice } from '#shared/realtime/room.ts';
import { tashkentInstant } from '#shared/time/tashkent.ts';

const OPENS_AT = 1_000_000;
const price = (atMs: number, amountTiyin: number) => ({ atMs, amountTiyin }) as PublicPrice;
const room = (prices: PublicPrice[], count = prices.length) => ({
  prices,
  count,
  opensAtMs: OPENS_AT,
  startPriceTiyin: 100,
});

describe('the line of confirmed prices', () => {
  it('begins with the start price and goes from the oldest to the newest', () => {
    const line = lineOf(room([price(1_030_000, 120), price(1_010_000, 110)]));
    expect(line).toEqual({ timesMs: [1_000_000, 1_010_000, 1_030_000], tiyin: [100, 110, 120] });
  });

  it('begins with the first price known where older ones are not loaded', () => {
    expect(lineOf(room([price(1_030_000, 120)], 7))).toEqual({ timesMs: [1_030_000], tiyin: [120] });
  });

  it('never goes back in time', () => {
    expect(lineOf(room([price(OPENS_AT - 5, 110)])).timesMs).toEqual([OPENS_AT, OPENS_AT]);
  });

  it('is a minute wide at least', () => {
    expect(timeSpan(lineOf(room([])))).toEqual([OPENS_AT, OPENS_AT + 60_000]);
  });

  it('finds the price that stood at a time', () => {
    const line = lineOf(room([price(1_030_000, 120), price(1_010_000, 110)]));
    expect([0, 1_009_999, 1_010_000, 1_029_999, 9_000_000].map((at) => placeAt(line, at))).toEqual([
      0, 0, 1, 1, 2,
    ]);
  });
});

describe('marks beside the line', () => {
  it('are round sums, no more of them than fit', () => {
    expect(moneyMarks(97_000_000, 243_000_000, 4)).toEqual([100_000_000, 150_000_000, 200_000_000]);
    for (const [from, to] of [
      [1, 2],
      [5, 999_999_999],
      [123_456_789, 123_456_999],
    ] as const) {
      const marks = moneyMarks(from, to, 5);
      expect(marks.length).toBeLessThanOrEqual(6);
      expect(marks.every((mark) => Number.isInteger(mark) && mark >= from && mark <= to)).toBe(true);
    }
  });

  it('are round times in Tashkent', () => {
    const from = tashkentInstant(2026, 11, 21, 9, 58);
    const marks = timeMarks(from, from + 7 * 3_600_000, 5);
    expect(marks).toEqual([10, 12, 14, 16].map((hour) => tashkentInstant(2026, 11, 21, hour, 0)));
  });

  it('are days where the line is several days long', () => {
    const from = tashkentInstant(2026, 11, 21, 9, 58);
    const marks = timeMarks(from, from + 5 * 86_400_000, 6);
    expect(marks[0]).toBe(tashkentInstant(2026, 11, 22, 0, 0));
    expect(marks).toHaveLength(5);
  });
});
