import type { AuctionRules } from '#shared/auction/rules.ts';
import { increment } from '#shared/auction/increment.ts';

/** Least raise once the given price is the lot's `count`-th confirmed price, in tiyin. */
export function incrementAt(
  rules: AuctionRules,
  startPriceTiyin: number,
  priceTiyin: number,
  count: number,
): number {
  return increment(rules.increment, { startPriceTiyin, priceTiyin, count });
}
