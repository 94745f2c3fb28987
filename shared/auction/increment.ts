import { basisPoints, shareOf } from './amounts.ts';
import type { IncrementRule } from './rules.ts';

export interface PriceSoFar {
  startPriceTiyin: number;
  /** Last confirmed price; null while there is none, when the start price is used. */
  priceTiyin: number | null;
  /** Confirmed prices so far. */
  count: number;
}

/** The least raise above the current price, in tiyin: rounded down, at least 1. */
export function increment(rule: IncrementRule, so: PriceSoFar): number {
  return Math.max(1, rawIncrement(rule, so));
}

function rawIncrement(rule: IncrementRule, so: PriceSoFar): number {
  const current = so.priceTiyin ?? so.startPriceTiyin;
  switch (rule.kind) {
    case 'percentOfStart': {
      const percent = rule.percents[Math.min(so.count, rule.percents.length - 1)] ?? 0;
      return shareOf(so.startPriceTiyin, basisPoints(percent));
    }
    case 'percentOfCurrent':
      return shareOf(current, basisPoints(rule.percent));
    case 'fixed':
      return rule.amount;
    case 'ladder': {
      // Below the first step its amount holds too: there is always a raise.
      let amount = rule.steps[0]?.[1] ?? 1;
      for (const [from, step] of rule.steps) if (from <= current) amount = step;
      return amount;
    }
  }
}
