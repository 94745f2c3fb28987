import type { NewLot } from '#server/domains/trade/lots/index.ts';
import { DAY_MS, startOfDay } from '#shared/time/tashkent.ts';
import { between, pick, randomOf, whole, type Random } from './pictures/random.ts';

/** How and when a lot is traded. */
export type TradePlan = Pick<NewLot, 'ruleSet' | 'publishedAt' | 'opensAt' | 'closesAt'> &
  Partial<Pick<NewLot, 'choices' | 'tradeType'>>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Demo rooms end soon after the last price: a newcomer should see a hammer fall. */
const OVERTIME = { windowMs: MINUTE_MS, extendToMs: MINUTE_MS };

export function privateChoices(random: Random, startPriceTiyin: number): NonNullable<NewLot['choices']> {
  const step = Math.max(100_000, Math.round((startPriceTiyin * 0.02) / 1_000_000) * 1_000_000);
  const increment = pick(random, [
    { kind: 'percentOfStart' as const, percents: [5, 5, 3, 2] },
    { kind: 'percentOfStart' as const, percents: [3] },
    { kind: 'fixed' as const, amount: step },
    {
      kind: 'ladder' as const,
      steps: [
        [0, step],
        [Math.floor(startPriceTiyin * 1.3), step * 2],
      ] as [number, number][],
    },
  ]);
  return {
    depositPercent: pick(random, [3, 5, 10]),
    increment,
    overtime: OVERTIME,
    minParticipants: pick(random, [1, 2]),
    paymentWorkingDays: whole(random, 3, 10),
  };
}

/**
 * A room for the next minutes.
 * @param inMs when it opens, from now; @param lengthMs how long it runs without overtime
 */
export function liveRoom(
  seed: string,
  startPriceTiyin: number,
  nowMs: number,
  inMs: number,
  lengthMs: number,
): TradePlan {
  return {
    ruleSet: 'private',
    choices: privateChoices(randomOf(seed), startPriceTiyin),
    publishedAt: new Date(nowMs),
    opensAt: new Date(nowMs + inMs),
    closesAt: new Date(nowMs + inMs + lengthMs),
  };
}

/** Length of a live demo room: 24 to 34 minutes. */
export const liveLengthMs = (random: Random): number => Math.round(between(random, 24, 34) * MINUTE_MS);

/** A trade of the coming days: state property at ten in the morning, private property at any full hour. */
export function comingTrade(
  seed: string,
  orderType: 'state' | 'private',
  startPriceTiyin: number,
  nowMs: number,
): TradePlan {
  const random = randomOf(seed);
  const publishedAt = new Date(nowMs);
  const day = startOfDay(nowMs) + whole(random, 1, 9) * DAY_MS;
  if (orderType === 'private') {
    const opensAt = new Date(day + whole(random, 9, 18) * HOUR_MS);
    const closesAt = new Date(opensAt.getTime() + whole(random, 1, 4) * HOUR_MS);
    const choices = privateChoices(random, startPriceTiyin);
    return { ruleSet: 'private', choices, publishedAt, opensAt, closesAt };
  }
  const opensAt = new Date(day + 10 * HOUR_MS);
  if (random() < 0.4) {
    const choices = { depositPercent: pick(random, [5, 10, 15]) };
    return {
      ruleSet: 'state-live',
      choices,
      publishedAt,
      opensAt,
      closesAt: new Date(opensAt.getTime() + 10 * MINUTE_MS),
    };
  }
  // Day 1 at 10:00 to day 5 at 18:00.
  return {
    ruleSet: 'state-shop',
    publishedAt,
    opensAt,
    closesAt: new Date(day + 4 * DAY_MS + 18 * HOUR_MS),
  };
}

/** On sale at its price for some weeks. */
export function fixedPriceSale(nowMs: number, days: number): TradePlan {
  return {
    ruleSet: 'private',
    tradeType: 'fixed-price',
    choices: { depositPercent: 0 },
    publishedAt: new Date(nowMs),
    opensAt: new Date(nowMs),
    closesAt: new Date(startOfDay(nowMs) + days * DAY_MS + 18 * HOUR_MS),
  };
}
