import { increment } from '#shared/auction/increment.ts';
import { mostAllowed } from '#shared/auction/jumps.ts';
import { spendingLimit } from '#shared/auction/limits.ts';
import { deadlineAfterPrice } from '#shared/auction/overtime.ts';
import { MAX_TIYIN, type AuctionRules } from '#shared/auction/rules.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import type { TermsPreview } from '#shared/api/console/reference-proposals.ts';
import { receiverOfForfeit } from '#shared/rule-sets/forfeit-receivers.ts';
import type { RuleSet } from '#shared/rule-sets/rule-set-figures.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { lateFeeOf } from '#shared/trade/part-schedule.ts';
import { operatorFee, sharesOf } from '#shared/trade/payout-shares.ts';
import { deadlineAfter, type WorkingCalendar } from '../working-days.ts';
import { freezeTerms, NotInRuleSet, type Choices } from './freeze-terms.ts';
import { lateFeeRule } from './late-fee-rule.ts';
import { windowByRule } from './window-by-rule.ts';

const SHOWN_PRICES = 8;

/**
 * What a rule set does to a lot of this start price that is published at the instant, by the functions that publish and
 * pay out lots. null: no lot can be published by it at this price.
 */
export function termsOfStartPrice(
  set: RuleSet,
  lot: { startPriceTiyin: number; baseAmountTiyin: number; publishedAt: Date },
  calendar: WorkingCalendar,
  choices: Choices = {},
): TermsPreview | null {
  const { startPriceTiyin, publishedAt } = lot;
  const { figures } = set;
  let terms;
  try {
    terms = freezeTerms(set, lot, choices);
  } catch (error) {
    // Not retried: these figures allow no such lot, which is an answer; other errors are faults.
    if (!(error instanceof NotInRuleSet)) throw error;
    return null;
  }
  const { rules, depositTiyin, depositBp, paymentWorkingDays } = terms;
  const none = { startPriceTiyin, priceTiyin: null, count: 0 };
  const first = suggestedPrice(rules, none);
  if (first === 0) return null;
  const prices: TermsPreview['prices'] = [];
  for (let price = first; price > 0 && prices.length < SHOWN_PRICES;) {
    const before = prices.at(-1);
    const so = before ? { startPriceTiyin, priceTiyin: before.priceTiyin, count: prices.length } : none;
    const sofar = { startPriceTiyin, priceTiyin: price, count: prices.length + 1 };
    prices.push({
      priceTiyin: price,
      mostTiyin: mostAllowed(rules, 'offer', so),
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
    mostAutoBidTiyin: mostAllowed(rules, 'maximum', none),
    overtime: overtimeOf(rules, (window?.closesAt ?? publishedAt).getTime()),
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
    forfeitTo: receiverOfForfeit('deposit', figures, true),
    lateFeeTiyin: lateFeeOf({ amountTiyin: first, dueAtMs: 0 }, lateFeeRule(figures), DAY_MS),
    feeTiyin,
    shares: sharesOf(first, feeTiyin, figures.payoutShares).map(
      ({ recipient, priceTiyin, feeTiyin: fee }) => ({
        holderName: recipient?.holderName ?? null,
        amountTiyin: priceTiyin - fee,
      }),
    ),
  };
}

/** A price so late that it would move the end without limit, where the rules set none. */
const CENTURIES_US = 1e15;

/** How the end moves that is announced for `closesAtMs`, by the function that moves it. */
function overtimeOf(rules: AuctionRules, closesAtMs: number): TermsPreview['overtime'] {
  if (rules.overtime === null) return null;
  const announcedUs = closesAtMs * 1_000;
  const clockwork = { closesAtMs, deadlineUs: announcedUs, pausedUs: 0 };
  const addedBy = (atUs: number) => (deadlineAfterPrice(rules, clockwork, atUs) - announcedUs) / 1_000;
  const latestMs = addedBy(announcedUs + CENTURIES_US);
  return {
    windowMs: rules.overtime.windowMs,
    addedMs: addedBy(announcedUs),
    latestMs: latestMs >= CENTURIES_US / 1_000 ? null : latestMs,
  };
}
