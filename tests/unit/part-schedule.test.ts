import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workingCalendar } from '#server/domains/content/reference/index.ts';
import { feeOfParts } from '#shared/trade/payout-shares.ts';
import { MAX_TIYIN } from '#shared/auction/rules.ts';
import { DAY_MS, tashkentDay, tashkentParts } from '#shared/time/tashkent.ts';
import { lateFeeOf, partSchedule, partSums } from '#shared/trade/part-schedule.ts';

const at = (day: string, time = '12:00') => Date.parse(`${day}T${time}:00+05:00`);
const calendar = workingCalendar([]);
const working = (day: Date) => calendar.isWorkingDay(day);
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + BigInt(each), 0n);

const terms = fc
  .record({
    priceTiyin: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: MAX_TIYIN })),
    firstPartBp: fc.integer({ min: 1, max: 9_999 }),
    months: fc.integer({ min: 1, max: 120 }),
    depositBp: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ depositBp, ...rest }) => ({
    ...rest,
    depositTiyin: Number((BigInt(rest.priceTiyin) * BigInt(depositBp)) / 10_000n),
  }));

describe('the sums of parts', () => {
  test('make up the price, none is zero, and the first one is its share rounded up or the deposit', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const [first = 0, ...rest] = partSums(given);
        expect(sum([first, ...rest])).toBe(BigInt(given.priceTiyin));
        expect(Math.min(first, ...rest)).toBeGreaterThan(0);
        const share = (BigInt(given.priceTiyin) * BigInt(given.firstPartBp) + 9_999n) / 10_000n;
        expect(BigInt(first)).toBe(share > given.depositTiyin ? share : BigInt(given.depositTiyin));
        expect(rest.length).toBeLessThanOrEqual(given.months);
        // Equal, but for what division leaves, which is in the first of them.
        expect(new Set(rest.slice(1)).size).toBeLessThanOrEqual(1);
        const left = (rest.at(0) ?? 0) - (rest.at(-1) ?? 0);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThan(given.months);
      }),
    );
  });

  test.each([
    [{ priceTiyin: 100_00, firstPartBp: 3_333, months: 3, depositTiyin: 0 }, [33_33, 22_23, 22_22, 22_22]],
    [{ priceTiyin: 100_01, firstPartBp: 5_000, months: 1, depositTiyin: 0 }, [50_01, 50_00]],
    [{ priceTiyin: 100_00, firstPartBp: 1_000, months: 2, depositTiyin: 40_00 }, [40_00, 30_00, 30_00]],
    [{ priceTiyin: 3, firstPartBp: 1, months: 120, depositTiyin: 0 }, [1, 2]],
    [{ priceTiyin: 1, firstPartBp: 1, months: 120, depositTiyin: 0 }, [1]],
    [{ priceTiyin: 100, firstPartBp: 9_999, months: 1, depositTiyin: 0 }, [100]],
  ])('of %j', (given, sums) => expect(partSums(given)).toEqual(sums));
});

describe('the dates of parts', () => {
  const days = (paidAt: string, months: number, on = working) =>
    partSchedule(on, { priceTiyin: 1_000_00, firstPartBp: 1_000, months, depositTiyin: 0 }, at(paidAt))
      .slice(1)
      .map(({ dueAtMs }) => tashkentDay(dueAtMs));

  test('are the same day of later months, the last one of a short month, moved to a working day', () => {
    // 28 February 2027 is a Sunday, 31 March a Wednesday, 30 April a Friday.
    expect(days('2027-01-31', 3)).toEqual(['2027-03-01', '2027-03-31', '2027-04-30']);
    // In a leap year the 29th is a Tuesday.
    expect(days('2028-01-31', 1)).toEqual(['2028-02-29']);
  });

  test('go over the end of the year and its holidays', () => {
    // 1 January 2027 is a holiday and a Friday.
    expect(days('2026-12-01', 1)).toEqual(['2027-01-04']);
    // 8 December 2026 is Constitution Day, a Tuesday.
    expect(days('2026-11-08', 1)).toEqual(['2026-12-09']);
  });

  test('follow a moved day off and a worked Saturday', () => {
    const announced = workingCalendar([
      { day: '2026-12-12', working: true },
      { day: '2026-12-14', working: false },
    ]);
    const on = (day: Date) => announced.isWorkingDay(day);
    expect(days('2026-11-12', 1, on)).toEqual(['2026-12-12']);
    expect(days('2026-11-14', 1, on)).toEqual(['2026-12-15']);
  });

  test('are at 18:00 of working days, one after the other, for ten years', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: at('2024-01-01'), max: at('2030-12-31') }), (given, paidAtMs) => {
        const [first, ...rest] = partSchedule(working, given, paidAtMs);
        expect(first).toMatchObject({ k: 0, dueAtMs: paidAtMs });
        let before = paidAtMs;
        rest.forEach(({ k, dueAtMs }, index) => {
          expect(k).toBe(index + 1);
          expect(tashkentParts(dueAtMs)).toMatchObject({ hour: 18, minute: 0, second: 0 });
          expect(working(new Date(dueAtMs))).toBe(true);
          expect(dueAtMs).toBeGreaterThan(before);
          before = dueAtMs;
        });
      }),
      { numRuns: 50 },
    );
  });

  test('go by the day in Tashkent', () => {
    const [, next] = partSchedule(
      working,
      { priceTiyin: 10, firstPartBp: 1_000, months: 1, depositTiyin: 0 },
      Date.parse('2026-09-30T20:00:00Z'),
    );
    expect(tashkentDay(next!.dueAtMs)).toBe('2026-11-02');
  });
});

describe('being late', () => {
  const part = { amountTiyin: 1_000_00, dueAtMs: at('2026-12-01', '18:00') };
  const rule = { bpPerDay: 10, capBp: 500 };
  test.each([
    ['in time', 0, 0],
    ['a millisecond', 1, 1_00],
    ['a day', DAY_MS, 1_00],
    ['a day and a moment', DAY_MS + 1, 2_00],
    ['until the cap', 50 * DAY_MS, 50_00],
    ['a thousand years', 365_000 * DAY_MS, 50_00],
  ])('%s', (_, lateMs, fee) => expect(lateFeeOf(part, rule, part.dueAtMs + lateMs)).toBe(fee));

  test('costs nothing by rules that say nothing of it', () =>
    expect(lateFeeOf(part, null, part.dueAtMs + DAY_MS)).toBe(0));
});

test('fees of parts make up the fee of the whole price, and run ahead at no moment', () => {
  fc.assert(
    fc.property(terms, fc.integer({ min: 0, max: 9_999 }), (given, bp) => {
      const price = given.priceTiyin;
      const feeTiyin = Number((BigInt(price) * BigInt(bp)) / 10_000n);
      let paidTiyin = 0;
      let takenTiyin = 0;
      for (const amount of partSums(given)) {
        paidTiyin += amount;
        const fee = feeOfParts({ feeTiyin, priceTiyin: price }, { paidTiyin, takenTiyin });
        expect(fee).toBeGreaterThanOrEqual(0);
        expect(fee).toBeLessThanOrEqual(amount);
        takenTiyin += fee;
      }
      expect(takenTiyin).toBe(feeTiyin);
    }),
  );
});
