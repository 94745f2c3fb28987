import type { LotDetails } from '#shared/api/site/lots.ts';
import { spendingLimit } from '#shared/auction/limits.ts';

type LimitedLot = Pick<LotDetails, 'rules' | 'depositTiyin' | 'depositPercent' | 'firstSuggestedTiyin'>;

/** The highest price that may be offered in a lot with its deposit alone, nothing else on the balance; null: no limit. */
export function depositLimit(lot: LimitedLot): number | null {
  const { rules, depositTiyin } = lot;
  if (rules.limitFromPrice === undefined && rules.limitOffStep !== true) return null;
  const alone = { depositTiyin, availableTiyin: 0 };
  // Rules frozen before they named a percent count the deposit's own, without the first suggested price as the least.
  return rules.limitPercent === undefined
    ? spendingLimit({ ...alone, limitPercent: lot.depositPercent, firstSuggestedTiyin: 0 })
    : spendingLimit({
        ...alone,
        limitPercent: rules.limitPercent,
        firstSuggestedTiyin: lot.firstSuggestedTiyin,
      });
}
