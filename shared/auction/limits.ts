import { basisPoints } from './amounts.ts';
import { MAX_TIYIN, type AuctionRules } from './rules.ts';

type LimitRules = Pick<AuctionRules, 'limitFromPrice' | 'limitOffStep'>;

/** Whether bidders' limits apply to the confirmed price with this ordinal (1 = the lot's first) whatever its amount. */
export function limitsApply(rules: Pick<AuctionRules, 'limitFromPrice'>, ordinal: number): boolean {
  return rules.limitFromPrice !== undefined && rules.limitFromPrice <= ordinal;
}

/** Whether an offer must lie within the bidder's limit: off step it may have to sooner than on step. */
export function limitsOffer(rules: LimitRules, ordinal: number, aboveSuggested: boolean): boolean {
  return (aboveSuggested && rules.limitOffStep === true) || limitsApply(rules, ordinal);
}

/** Whether an auto-bid above its owner's limit sleeps while the next price has this ordinal. */
export function limitsMaximum(rules: LimitRules, ordinal: number): boolean {
  return rules.limitOffStep === true || limitsApply(rules, ordinal);
}

/** Whether an amount passes a bidder's limit; no limit (null) lets everything pass. */
export function withinLimit(limitTiyin: number | null, amountTiyin: number): boolean {
  return limitTiyin === null || amountTiyin <= limitTiyin;
}

export interface SpendingMoney {
  /** Held for this lot. */
  depositTiyin: number;
  /** What of the balance is free. */
  availableTiyin: number;
  /** `limitPercent` of the lot's rules. */
  limitPercent: number;
  /** The lot's first suggested price: the limit is never below it. */
  firstSuggestedTiyin: number;
}

/**
 * The highest price a person may offer in a lot: the first suggested price, or where it is more
 * floor((deposit + available balance) / limit percent), at most MAX_TIYIN. Null, no limit, at 0 %.
 * With `availableTiyin` 0 it is what the deposit alone allows.
 */
export function spendingLimit(money: SpendingMoney): number | null {
  const points = basisPoints(money.limitPercent);
  if (points === 0) return null;
  // Ten thousand times a balance may leave what a double holds exactly.
  const covered = ((BigInt(money.depositTiyin) + BigInt(money.availableTiyin)) * 10_000n) / BigInt(points);
  const capped = covered > BigInt(MAX_TIYIN) ? MAX_TIYIN : Number(covered);
  return Math.max(capped, money.firstSuggestedTiyin);
}
