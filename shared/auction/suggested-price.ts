import { increment, type PriceSoFar } from './increment.ts';
import { MAX_TIYIN, type AuctionRules } from './rules.ts';

/** The least acceptable offer now, in tiyin; 0 when no further price fits below MAX_TIYIN. */
export function suggestedPrice(rules: Pick<AuctionRules, 'firstBid' | 'increment'>, so: PriceSoFar): number {
  if (so.priceTiyin === null && rules.firstBid === 'atStart') return so.startPriceTiyin;
  const suggested = (so.priceTiyin ?? so.startPriceTiyin) + increment(rules.increment, so);
  return suggested > MAX_TIYIN ? 0 : suggested;
}
