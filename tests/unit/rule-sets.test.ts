import { describe, expect, test } from 'vitest';
import { RULE_SET_ADDITIONS } from '../../migrations/reference/rule-sets-2.ts';
import { RULE_SETS } from '../../migrations/reference/rule-sets.ts';
import { freezeTerms, NotInRuleSet } from '#server/domains/content/reference/index.ts';
import { ruleSetFiguresSchema } from '#shared/rule-sets/rule-set-figures.ts';
import type { RuleSet } from '#server/domains/content/reference/index.ts';
import { increment } from '#shared/auction/increment.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';

const BASE = 412_000_00;
const ruleSet = (name: string): RuleSet => {
  const found = RULE_SETS.find((set) => set.name === name);
  if (!found) throw new Error(name);
  return {
    name: found.name,
    version: 1,
    figures: structuredClone(found.figures) as unknown as RuleSet['figures'],
  };
};
const freeze = (name: string, startPriceTiyin: number, choices = {}) =>
  freezeTerms(ruleSet(name), { startPriceTiyin, baseAmountTiyin: BASE }, choices);
const steps = (rules: ReturnType<typeof freeze>['rules'], startPriceTiyin: number) =>
  [0, 1, 2, 3, 4, 5].map((count) => increment(rules.increment, { startPriceTiyin, priceTiyin: null, count }));

describe('state-shop', () => {
  test('steps by 5 % four times, then by 3 %, from start price plus a step', () => {
    const { rules } = freeze('state-shop', 100_000_00);
    expect(steps(rules, 100_000_00)).toEqual([5_000_00, 5_000_00, 5_000_00, 5_000_00, 3_000_00, 3_000_00]);
    expect(suggestedPrice(rules, { startPriceTiyin: 100_000_00, priceTiyin: null, count: 0 })).toBe(
      105_000_00,
    );
    expect(rules.overtime).toEqual({ windowMs: 600_000, extendToMs: 600_000 });
    expect(rules.minParticipants).toEqual({ count: 2, at: 'close' });
  });

  test('steps by 2 % throughout above 2 000 base amounts, not at them', () => {
    const limit = 2000 * BASE;
    expect(steps(freeze('state-shop', limit).rules, limit)[0]).toBe(limit / 20);
    expect(steps(freeze('state-shop', limit + 100).rules, limit + 100)[0]).toBe(limit / 50 + 2);
  });

  test('takes a deposit of 5 % rounded down to the tiyin, and nothing else', () => {
    expect(freeze('state-shop', 1_999).depositTiyin).toBe(99);
    expect(() => freeze('state-shop', 1_999, { depositPercent: 6 })).toThrow(NotInRuleSet);
    expect(() => freeze('state-shop', 1_999, { overtime: null })).toThrow(NotInRuleSet);
  });

  test('keeps the deposit exact near the largest sum', () => {
    const start = Number.MAX_SAFE_INTEGER;
    expect(BigInt(freeze('state-shop', start).depositTiyin)).toBe((BigInt(start) * 500n) / 10_000n);
  });
});

describe('state-live', () => {
  test('steps by 10 %, by 5 % above 2 000 base amounts, participants counted at the start', () => {
    expect(steps(freeze('state-live', 100_000_00).rules, 100_000_00)[3]).toBe(10_000_00);
    expect(steps(freeze('state-live', 3000 * BASE).rules, 3000 * BASE)[3]).toBe(150 * BASE);
    expect(freeze('state-live', 1_000).rules.minParticipants).toEqual({ count: 2, at: 'start' });
    expect(freeze('state-live', 1_000).paymentWorkingDays).toBe(10);
  });

  test('lets the deposit be chosen from 1 to 50 %', () => {
    expect(freeze('state-live', 1_000_00, { depositPercent: 12.5 })).toMatchObject({
      depositBp: 1250,
      depositTiyin: 125_00,
    });
    expect(() => freeze('state-live', 1_000, { depositPercent: 0.5 })).toThrow(NotInRuleSet);
    expect(() => freeze('state-live', 1_000, { depositPercent: 50.01 })).toThrow(NotInRuleSet);
  });
});

describe('private', () => {
  test('starts at the start price and takes the chosen increment, overtime and payment days', () => {
    const frozen = freeze('private', 1_000_00, {
      increment: { kind: 'fixed', amount: 70_00 },
      overtime: null,
      paymentWorkingDays: 7,
      depositPercent: 0,
    });
    expect(frozen.rules).toMatchObject({ firstBid: 'atStart', overtime: null });
    expect(frozen).toMatchObject({ paymentWorkingDays: 7, depositTiyin: 0 });
    expect(() => freeze('private', 1_000, { paymentWorkingDays: 11 })).toThrow(NotInRuleSet);
  });
});

test('practice needs no deposit and one participant', () => {
  expect(freeze('practice', 1_000_00)).toMatchObject({
    depositTiyin: 0,
    rules: { minParticipants: { count: 1 }, overtime: { windowMs: 30_000 } },
  });
});

describe('a step and a deposit announced as sums', () => {
  test('stand as they are where the set leaves them open', () => {
    const terms = freeze('state-live', 398_978_05, { ownStepTiyin: 39_897_80, depositTiyin: 199_489_02 });
    expect(terms.rules.increment).toEqual({ kind: 'fixed', amount: 39_897_80 });
    expect([terms.depositTiyin, terms.depositBp]).toEqual([199_489_02, 4_999]);
    expect(freeze('private', 100_00, { depositTiyin: 0 }).depositBp).toBe(0);
  });

  test('are exact near the largest sum', () => {
    const start = Number.MAX_SAFE_INTEGER;
    const half = (start - 1) / 2;
    expect(freeze('state-live', start, { depositTiyin: half }).depositBp).toBe(4_999);
    expect(() => freeze('state-live', start, { depositTiyin: half + 1 })).toThrow(NotInRuleSet);
  });

  test('are refused outside of what the set allows', () => {
    expect(() => freeze('state-live', 398_978_05, { depositTiyin: 199_489_03 })).toThrow(NotInRuleSet);
    expect(() => freeze('state-live', 100_000, { depositTiyin: 999 })).toThrow(NotInRuleSet);
    expect(() => freeze('state-shop', 100_000, { ownStepTiyin: 5_000 })).toThrow(NotInRuleSet);
    expect(() => freeze('state-shop', 100_000, { depositTiyin: 5_001 })).toThrow(NotInRuleSet);
  });
});

describe('the second versions', () => {
  const second = (name: string, startPriceTiyin: number, choices = {}) => {
    const adds = RULE_SET_ADDITIONS.find((set) => set.name === name)?.adds;
    const first = ruleSet(name);
    const figures = ruleSetFiguresSchema.parse({ ...first.figures, ...structuredClone(adds) });
    const set = { ...first, version: 2, figures };
    return freezeTerms(set, { startPriceTiyin, baseAmountTiyin: BASE }, choices).rules;
  };

  test('limit offers off step from the first price on, and on step from the third', () => {
    for (const name of ['state-shop', 'state-live', 'private'])
      expect(second(name, 100_000_00)).toMatchObject({
        limitFromPrice: 3,
        limitPercent: 5,
        limitOffStep: true,
        maxJump: { offer: 100, maximum: 1_000 },
      });
  });

  test('count a deposit below 5 % with its own percent', () => {
    expect(second('state-live', 100_000_00, { depositPercent: 1.25 }).limitPercent).toBe(1.25);
    expect(second('state-live', 100_000_00, { depositPercent: 50 }).limitPercent).toBe(5);
    expect(second('private', 100_000_00, { depositTiyin: 70_00 }).limitPercent).toBe(0.07);
  });

  test('know no limit without a deposit, but the cap of a jump', () => {
    for (const rules of [
      second('practice', 100_000_00),
      second('private', 100_000_00, { depositPercent: 0 }),
    ]) {
      expect(rules.maxJump).toEqual({ offer: 100, maximum: 1_000 });
      expect(Object.keys(rules).filter((key) => key.startsWith('limit'))).toEqual([]);
    }
  });

  test('freeze another convention of auto-bids where a set names one, and none where it does not', () => {
    const set = ruleSet('private');
    const frozen = (figures: RuleSet['figures']) =>
      freezeTerms({ ...set, figures }, { startPriceTiyin: 100_000_00, baseAmountTiyin: BASE }).rules.autoBid;
    const named = { ...set.figures, autoBid: 'aboveRunnerUp' as const };
    expect(frozen(ruleSetFiguresSchema.parse(named))).toBe('aboveRunnerUp');
    expect(frozen(set.figures)).toBeUndefined();
  });

  test('leave what was frozen from the first ones as it was', () => {
    const { rules } = freeze('state-shop', 100_000_00);
    expect(Object.keys(rules).sort()).toEqual(
      ['firstBid', 'increment', 'leaderMayRaise', 'minParticipants', 'overtime'].sort(),
    );
  });
});
