import { ASK_ABOVE_PERCENT } from '../limits/trade-terms.ts';
import { basisPoints, shareOf } from './amounts.ts';
import { increment, type PriceSoFar } from './increment.ts';
import { MAX_TIYIN, type AuctionRules } from './rules.ts';
import { suggestedPrice } from './suggested-price.ts';

type JumpRules = Pick<AuctionRules, 'firstBid' | 'increment' | 'maxJump'>;

/** An offer may be this many times the suggested price (+100 %) however small the increments, a maximum that (+1 000 %). */
export const JUMP_TIMES = { offer: 2, maximum: 11 } as const;

/**
 * The most an offer or an auto-bid maximum may be now: `maxJump` increments above the suggested price or +100 %
 * (maxima +1 000 %) of it, whichever is more, at most MAX_TIYIN. Null, no cap, in rules without `maxJump`. Never below
 * the suggested price: what one must offer at least is always possible. 0 when no further price fits.
 */
export function mostAllowed(rules: JumpRules, what: 'offer' | 'maximum', so: PriceSoFar): number | null {
  if (rules.maxJump === undefined) return null;
  const suggested = suggestedPrice(rules, so);
  if (suggested === 0) return 0;
  // Sums above MAX_TIYIN are inexact but stay above it.
  const bySteps = suggested + rules.maxJump[what] * increment(rules.increment, so);
  return Math.min(MAX_TIYIN, Math.max(bySteps, suggested * JUMP_TIMES[what]));
}

/**
 * Whether an offer is so far above the suggested price (more than 30 %) that it is taken only when the person confirmed
 * it. Only in rules with `maxJump`: lots published under earlier rules keep their terms.
 */
export function needsConfirming(
  rules: Pick<AuctionRules, 'maxJump'>,
  amountTiyin: number,
  suggestedTiyin: number,
): boolean {
  const most = suggestedTiyin + shareOf(suggestedTiyin, basisPoints(ASK_ABOVE_PERCENT));
  return rules.maxJump !== undefined && amountTiyin > most;
}
