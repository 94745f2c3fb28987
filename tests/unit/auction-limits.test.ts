import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mostAllowed, needsConfirming } from '#shared/auction/jumps.ts';
import { limitsMaximum, limitsOffer, spendingLimit } from '#shared/auction/limits.ts';
import { moneyForPrice } from '#shared/limits/money-for-price.ts';
import { auctionRulesSchema, MAX_TIYIN, type AuctionRules } from '#shared/auction/rules.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';

const rules: AuctionRules = {
  firstBid: 'atStart',
  increment: { kind: 'percentOfStart', percents: [5] },
  overtime: null,
  leaderMayRaise: false,
  minParticipants: { count: 1, at: 'close' },
  limitFromPrice: 3,
  limitPercent: 5,
  limitOffStep: true,
  maxJump: { offer: 100, maximum: 1_000 },
};
const tiyin = fc.integer({ min: 1, max: MAX_TIYIN });

describe('the limit of a person in a lot', () => {
  test('is what deposit and balance are the limit percent of, rounded down', () => {
    const lot = { limitPercent: 5, firstSuggestedTiyin: 100_000 };
    expect(spendingLimit({ ...lot, depositTiyin: 10_000, availableTiyin: 0 })).toBe(200_000);
    expect(spendingLimit({ ...lot, depositTiyin: 10_000, availableTiyin: 2_500 })).toBe(250_000);
    expect(spendingLimit({ ...lot, limitPercent: 3, depositTiyin: 10_000, availableTiyin: 0 })).toBe(333_333);
  });

  test('is never below the first suggested price, so that a deposit always buys one step', () => {
    const lot = { limitPercent: 5, firstSuggestedTiyin: 105 };
    // The deposit of a start of 1 UZS, 5 tiyin, would carry 100 tiyin only.
    expect(spendingLimit({ ...lot, depositTiyin: 5, availableTiyin: 0 })).toBe(105);
    expect(spendingLimit({ ...lot, depositTiyin: 0, availableTiyin: 0 })).toBe(105);
  });

  test('is none at 0 %', () => {
    expect(
      spendingLimit({ limitPercent: 0, firstSuggestedTiyin: 100, depositTiyin: 5, availableTiyin: 9 }),
    ).toBeNull();
  });

  test('is exact for every sum and percent, and never passes the largest sum', () => {
    fc.assert(
      fc.property(tiyin, tiyin, fc.integer({ min: 1, max: 10_000 }), (deposit, available, points) => {
        const exact = ((BigInt(deposit) + BigInt(available)) * 10_000n) / BigInt(points);
        const limit = spendingLimit({
          depositTiyin: deposit,
          availableTiyin: available,
          limitPercent: points / 100,
          firstSuggestedTiyin: 1,
        });
        expect(BigInt(limit!)).toBe(exact > BigInt(MAX_TIYIN) ? BigInt(MAX_TIYIN) : exact);
      }),
    );
  });

  test('is reached with the money asked for a price, and with no tiyin less', () => {
    fc.assert(
      fc.property(tiyin, fc.integer({ min: 1, max: 10_000 }), (price, points) => {
        const limitPercent = points / 100;
        const money = moneyForPrice(price, limitPercent);
        const reach = (depositTiyin: number) =>
          spendingLimit({ depositTiyin, availableTiyin: 0, limitPercent, firstSuggestedTiyin: 0 });
        expect(reach(money)).toBeGreaterThanOrEqual(price);
        expect(reach(money - 1)).toBeLessThan(price);
      }),
    );
  });
});

describe('the limit applies', () => {
  test('to offers above the suggested price always, to the suggested price from the n-th price on', () => {
    expect([1, 2, 3, 4].map((ordinal) => limitsOffer(rules, ordinal, false))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect([1, 2, 3].map((ordinal) => limitsOffer(rules, ordinal, true))).toEqual([true, true, true]);
    expect([1, 2, 3].map((ordinal) => limitsMaximum(rules, ordinal))).toEqual([true, true, true]);
  });

  test('from the n-th price on alone, or never, in rules that say no more', () => {
    const before = { limitFromPrice: 3 };
    expect([2, 3].map((ordinal) => limitsOffer(before, ordinal, true))).toEqual([false, true]);
    expect([2, 3].map((ordinal) => limitsMaximum(before, ordinal))).toEqual([false, true]);
    expect(limitsOffer({}, 9, true)).toBe(false);
  });
});

describe('the jump cap', () => {
  const at = (startPriceTiyin: number, priceTiyin: number | null = null, count = 0) => ({
    startPriceTiyin,
    priceTiyin,
    count,
  });

  test('is so many increments above the suggested price, or a multiple of it where that is more', () => {
    // Steps of 5 %: 100 of them are 500 % of the start, 1 000 are 5 000 %.
    expect(mostAllowed(rules, 'offer', at(1_000))).toBe(6_000);
    expect(mostAllowed(rules, 'maximum', at(1_000))).toBe(51_000);
    expect(mostAllowed(rules, 'offer', at(1_000, 20_000, 3))).toBe(40_100);
    expect(mostAllowed(rules, 'maximum', at(1_000, 20_000, 3))).toBe(220_550);
  });

  test('is none in rules that name none, and nothing passes when no price fits', () => {
    const { maxJump: _, ...uncapped } = rules;
    expect(mostAllowed(uncapped, 'offer', at(1_000))).toBeNull();
    expect(mostAllowed(rules, 'offer', at(1_000, MAX_TIYIN, 9))).toBe(0);
  });

  test.each([
    ['a start of 1 tiyin', { firstBid: 'atStart' as const, start: 1 }, 101],
    ['a start of 1 UZS', { firstBid: 'startPlusIncrement' as const, start: 100 }, 605],
  ])('leaves room to bid from %s', (_, { firstBid, start }, most) => {
    expect(mostAllowed({ ...rules, firstBid }, 'offer', at(start))).toBe(most);
  });

  test('lets the first price of a ladder with low rungs double all the same', () => {
    const ladder = {
      kind: 'ladder' as const,
      steps: [
        [0, 1],
        [1_000_000, 50_000],
      ] as [number, number][],
    };
    expect(mostAllowed({ ...rules, increment: ladder }, 'offer', at(500_000))).toBe(1_000_000);
    expect(mostAllowed({ ...rules, increment: ladder }, 'offer', at(500_000, 1_000_000, 1))).toBe(6_050_000);
  });

  test('always lets the suggested price pass, and never passes the largest sum', () => {
    const maxJump = fc.record({ offer: fc.integer({ min: 1, max: 1_000_000 }), maximum: fc.constant(1) });
    const firstBid = fc.constantFrom('atStart' as const, 'startPlusIncrement' as const);
    const step = fc.oneof(tiyin, fc.integer({ min: 1, max: 1_000 }));
    fc.assert(
      fc.property(tiyin, step, maxJump, firstBid, (startPriceTiyin, amount, jump, first) => {
        const given = {
          firstBid: first,
          increment: { kind: 'fixed' as const, amount },
          maxJump: jump,
        };
        const suggested = suggestedPrice(given, at(startPriceTiyin));
        for (const what of ['offer', 'maximum'] as const) {
          const most = mostAllowed(given, what, at(startPriceTiyin))!;
          const times = what === 'offer' ? 2n : 11n;
          const bySteps = BigInt(suggested) + BigInt(jump[what]) * BigInt(amount);
          const share = BigInt(suggested) * times;
          const exact = bySteps > share ? bySteps : share;
          const capped = exact > BigInt(MAX_TIYIN) ? BigInt(MAX_TIYIN) : exact;
          expect(BigInt(most)).toBe(suggested === 0 ? 0n : capped);
          expect(most).toBeGreaterThanOrEqual(suggested);
        }
      }),
    );
  });
});

describe('an offer far above the suggested price', () => {
  test('needs confirming above 30 %, not at it, for every sum', () => {
    expect(needsConfirming(rules, 1_300, 1_000)).toBe(false);
    expect(needsConfirming(rules, 1_301, 1_000)).toBe(true);
    fc.assert(
      fc.property(tiyin, tiyin, (amount, suggested) => {
        const exact = BigInt(amount) * 100n > BigInt(suggested) * 130n;
        expect(needsConfirming(rules, amount, suggested)).toBe(exact);
      }),
    );
  });

  test('needs none in rules without a cap: lots published before keep what they promised', () => {
    expect(needsConfirming({}, 9_000, 1_000)).toBe(false);
  });
});

test('rules with a limit and a cap are well formed, a cap of no increments is not', () => {
  expect(auctionRulesSchema.parse(rules)).toEqual(rules);
  const nothing = { ...rules, maxJump: { offer: 0, maximum: 1_000 } };
  expect(auctionRulesSchema.safeParse(nothing).success).toBe(false);
  expect(auctionRulesSchema.safeParse({ ...rules, limitPercent: 2.505 }).success).toBe(false);
});
