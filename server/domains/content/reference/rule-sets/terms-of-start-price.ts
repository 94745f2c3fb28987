import { increment } from '#shared/auction/increment.ts';
import { spendingLimit } from '#shared/auction/limits.ts';
import { MAX_TIYIN } from '#shared/auction/rules.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import type { TermsPreview } from '#shared/api/console/reference-proposals.ts';
import type { RuleSet } from '#shared/rule-sets/rule-set-figures.ts';
import { operatorFee, sharesOf } from '#shared/trade/payout-shares.ts';
import { deadlineAfter, type WorkingCalendar } from '../working-days.ts';
import { freezeTerms, NotInRuleSet } from './freeze-terms.ts';
import { windowByRule } from './window-by-rule.ts';

const SHOWN_PRICES = 8;

/**
 * What a rule set does to an ordinary lot of this start price that is published at the instant, by the functions that publish and
 * pay out lots. null: no lot can be published by it at this price.
 */
export function termsOfStartPrice(
  set: RuleSet,
  lot: { startPriceTiyin: number; baseAmountTiyin: number; publishedAt: Date },
  calendar: WorkingCalendar,
): TermsPreview | null {
  const { startPriceTiyin, publishedAt } = lot;
  const { figures } = set;
  let terms;
  try {
    terms = freezeTerms(set, lot);
  } catch (error) {
    // Not retried: these figures allow no such lot, which is an answer; other errors are faults.
    if (!(error instanceof NotInRuleSet)) throw error;
    return null;
  }
  const { rules, depositTiyin, depositBp, paymentWorkingDays } = terms;
  const first = suggestedPrice(rules, { startPriceTiyin, priceTiyin: null, count: 0 });
  if (first === 0) return null;
  const prices: TermsPreview['prices'] = [];
  for (let price = first; price > 0 && prices.length < SHOWN_PRICES;) {
    const sofar = { startPriceTiyin, priceTiyin: price, count: prices.length + 1 };
    prices.push({
      priceTiyin: price,
      incrementTiyin: Math.min(increment(rules.increment, sofar), MAX_TIYIN),
    });
    price = suggestedPrice(rules, sofar);
  }
  const window = windowByRule(figures.window, calendar, publishedAt);
  const feeTiyin = operatorFee(first, figures.operatorFeePercent ?? 0);
  return {
    firstPriceTiyin: first,
    depositTiyin,
    depositBp,
    prices,
    limitTiyin: spendingLimit({
      depositTiyin,
      availableTiyin: 0,
      firstSuggestedTiyin: first,
      limitPercent: rules.limitPercent ?? 0,
    }),
    opensAtMs: window?.opensAt.getTime() ?? null,
    closesAtMs: window?.closesAt.getTime() ?? null,
    paymentWorkingDays,
    payUntilMs: window ? deadlineAfter(calendar, window.closesAt, paymentWorkingDays).getTime() : null,
    feeTiyin,
    shares: sharesOf(first, feeTiyin, figures.payoutShares).map(
      ({ recipient, priceTiyin, feeTiyin: fee }) => ({
        holderName: recipient?.holderName ?? null,
        amountTiyin: priceTiyin - fee,
      }),
    ),
  };
}
