import { spendingLimit } from '#shared/auction/limits.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';

/** Terms of a lot that determine a person's limit. */
export interface LimitTerms {
  rules: AuctionRules;
  startPriceTiyin: number;
  depositBp: number;
}

/**
 * The highest price a person may offer in the lot, from the deposit held for it and the available balance.
 * null, no limit, for lots without a deposit. Rules frozen before they named a percent count the deposit's own, without
 * the first suggested price as the least: those lots keep the terms they were published with.
 */
export function offerLimit(
  depositTiyin: number,
  availableTiyin: number,
  { rules, startPriceTiyin, depositBp }: LimitTerms,
): number | null {
  const money = { depositTiyin, availableTiyin };
  if (rules.limitPercent === undefined)
    return spendingLimit({ ...money, limitPercent: depositBp / 100, firstSuggestedTiyin: 0 });
  const firstSuggestedTiyin = suggestedPrice(rules, { startPriceTiyin, priceTiyin: null, count: 0 });
  return spendingLimit({ ...money, limitPercent: rules.limitPercent, firstSuggestedTiyin });
}
