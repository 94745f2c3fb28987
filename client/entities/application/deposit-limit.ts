import type { LotDetails } from '#shared/api/site/lots.ts';
import { spendingLimit } from '#shared/auction/limits.ts';
import { moneyForPrice } from '#shared/limits/money-for-price.ts';

type LimitedLot = Pick<LotDetails, 'rules' | 'depositTiyin' | 'depositPercent' | 'firstSuggestedTiyin'>;

/** What limits offers in a lot; null: nothing does. */
export function limitTerms(lot: LimitedLot): { limitPercent: number; firstSuggestedTiyin: number } | null {
  const { rules, depositPercent, firstSuggestedTiyin } = lot;
  if (rules.limitFromPrice === undefined && rules.limitOffStep !== true) return null;
  // Rules frozen before they named a percent count the deposit's own, without the first suggested price as the least.
  if (rules.limitPercent === undefined) return { limitPercent: depositPercent, firstSuggestedTiyin: 0 };
  return { limitPercent: rules.limitPercent, firstSuggestedTiyin };
}

/** The highest price that may be offered in a lot with so much money, the deposit included; null: no limit. */
export function limitWith(lot: LimitedLot, moneyTiyin: number): number | null {
  const terms = limitTerms(lot);
  return terms && spendingLimit({ depositTiyin: moneyTiyin, availableTiyin: 0, ...terms });
}

/** The same with the deposit alone, nothing else on the balance. */
export const depositLimit = (lot: LimitedLot): number | null => limitWith(lot, lot.depositTiyin);

/** The money that one needs to take part and to offer a price: never less than the deposit. */
export function moneyToOffer(lot: LimitedLot, priceTiyin: number): number {
  const terms = limitTerms(lot);
  return terms ? Math.max(lot.depositTiyin, moneyForPrice(priceTiyin, terms.limitPercent)) : lot.depositTiyin;
}
