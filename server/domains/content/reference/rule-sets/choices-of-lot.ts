import { isDeepStrictEqual } from 'node:util';
import type { RuleSet } from '#shared/rule-sets/rule-set-figures.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import { freezeTerms, type Choices } from './freeze-terms.ts';

/** The frozen terms of a lot that a rule set leaves to it. */
export interface PublishedTerms {
  startPriceTiyin: number;
  depositBp: number;
  paymentWorkingDays: number;
  rules: Pick<AuctionRules, 'increment'>;
}

/**
 * What a lot chose of its own, as far as its terms show it: where they differ from what its version gives without a choice.
 * @param own the version by which it was published
 */
export function choicesOfLot(own: RuleSet, lot: PublishedTerms, baseAmountTiyin: number): Choices {
  const usual = freezeTerms(own, { startPriceTiyin: lot.startPriceTiyin, baseAmountTiyin });
  const { increment } = lot.rules;
  return {
    ...(lot.depositBp !== usual.depositBp && { depositPercent: lot.depositBp / 100 }),
    ...(lot.paymentWorkingDays !== usual.paymentWorkingDays && {
      paymentWorkingDays: lot.paymentWorkingDays,
    }),
    ...(increment.kind === 'fixed' &&
      !isDeepStrictEqual(increment, usual.rules.increment) && { ownStepTiyin: increment.amount }),
  };
}
