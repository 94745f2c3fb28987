import { increment, type PriceSoFar } from '#shared/auction/increment.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import type { AuctionRules, IncrementRule } from '#shared/auction/rules.ts';

/**
 * No offer below this is accepted at this state or after it, whatever happens; 0 when that is not known. It is the suggested
 * price, or less where increments shrink: an auto-bid that answers with the rest of its maximum raises the price by less than
 * an increment, and what is suggested after it may be less than what was suggested before it in the same call. But prices
 * only rise, and each raise is at least the least that the rules may still give.
 */
export function leastEver(rules: Pick<AuctionRules, 'firstBid' | 'increment'>, so: PriceSoFar): number {
  const suggested = suggestedPrice(rules, so);
  return so.priceTiyin === null
    ? suggested
    : Math.min(suggested, so.priceTiyin + leastIncrement(rules.increment, so));
}

/** The least raise at this state and after it. */
function leastIncrement(rule: IncrementRule, so: PriceSoFar): number {
  switch (rule.kind) {
    case 'percentOfStart': {
      const from = Math.min(so.count, rule.percents.length - 1);
      const percents = [Math.min(...rule.percents.slice(from))];
      return increment({ ...rule, percents }, so);
    }
    case 'ladder': {
      const later = rule.steps.filter(([from]) => from > (so.priceTiyin ?? 0)).map(([, amount]) => amount);
      return Math.min(increment(rule, so), ...later);
    }
    // Neither shrinks while the price rises.
    case 'percentOfCurrent':
    case 'fixed':
      return increment(rule, so);
  }
}
