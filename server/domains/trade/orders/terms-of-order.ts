import {
  freezeTerms,
  windowByRule,
  type Choices,
  type FrozenTerms,
  type RuleSet,
  type WorkingCalendar,
} from '#server/domains/content/reference/index.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import { increment } from '#shared/auction/increment.ts';
import { basisPoints, shareOf } from '#shared/auction/amounts.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { announcedDay } from '#shared/orders/trade-rules.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/tashkent.ts';

/** The order's choices as a rule set takes them; a sale at a fixed price chooses only when it is paid. */
export function termsChoices({ tradeType, choices = {}, paymentWorkingDays }: OrderFields): Choices {
  const days = paymentWorkingDays === undefined ? {} : { paymentWorkingDays };
  if (tradeType === 'fixed-price') return days;
  const { depositPercent, increment: step, overtime, minParticipants, firstBid, applicationsUntil } = choices;
  return {
    ...days,
    ...(depositPercent !== undefined && { depositPercent }),
    ...(step !== undefined && { increment: step }),
    ...(overtime !== undefined && { overtime }),
    ...(minParticipants !== undefined && { minParticipants }),
    ...(firstBid !== undefined && { firstBid }),
    ...(applicationsUntil !== undefined && { applicationsUntil }),
  };
}

export interface TradeWindow {
  opensAt: Date;
  closesAt: Date;
}

/** A sale at a fixed price that stays until it is sold ends a year after publication. */
const STAYS_AT_MOST_DAYS = 365;

/**
 * When an order published at that instant is traded; null: its fields do not say. State lots by their rule set, private
 * ones as chosen, sales at a fixed price from publication for as long as they stay in trade.
 */
export function tradeWindow(
  { tradeType, choices = {}, stayDays }: OrderFields,
  { window }: Pick<RuleSet['figures'], 'window'>,
  calendar: WorkingCalendar,
  publishedAt: Date,
): TradeWindow | null {
  if (tradeType === 'fixed-price') {
    if (stayDays === undefined) return null;
    const days = stayDays === 'until-sold' ? STAYS_AT_MOST_DAYS : stayDays;
    return { opensAt: publishedAt, closesAt: new Date(publishedAt.getTime() + days * DAY_MS) };
  }
  if (window.kind === 'untilQuiet') {
    const day = choices.announcedOn === undefined ? null : announcedDay(choices.announcedOn);
    if (day === null) return null;
    const opensAt = new Date(day + window.opensMinute * MINUTE_MS);
    return { opensAt, closesAt: new Date(opensAt.getTime() + window.quietMs) };
  }
  const { opensAtMs, closesAtMs } = choices;
  if (window.kind === 'chosen')
    return opensAtMs === undefined || closesAtMs === undefined
      ? null
      : { opensAt: new Date(opensAtMs), closesAt: new Date(closesAtMs) };
  return windowByRule(window, calendar, publishedAt);
}

const HOUR_MS = 3_600_000;

/** What the operator takes of the price, in basis points. */
const operatorFeeBp = ({ figures }: RuleSet): number => basisPoints(figures.operatorFeePercent ?? 0);

/**
 * What an order costs and how it is traded if it were published at that instant. Its fields have no problems that concern
 * terms. null: they do not say when trade is. @throws NotInRuleSet
 */
export function costOfOrder(
  fields: OrderFields & { startPriceTiyin: number },
  on: { ruleSet: RuleSet; baseAmountTiyin: number; calendar: WorkingCalendar; at: Date },
) {
  const { startPriceTiyin } = fields;
  const terms = freezeTerms(on.ruleSet, { ...on, startPriceTiyin }, termsChoices(fields));
  const window = tradeWindow(fields, on.ruleSet.figures, on.calendar, on.at);
  if (!window) return null;
  const feeBp = operatorFeeBp(on.ruleSet);
  const start = { startPriceTiyin, priceTiyin: null, count: 0 };
  const fixedPrice = fields.tradeType === 'fixed-price';
  return {
    feeBp,
    feeTiyin: shareOf(startPriceTiyin, feeBp),
    depositPercent: fixedPrice ? 0 : terms.depositBp / 100,
    depositTiyin: fixedPrice ? 0 : terms.depositTiyin,
    firstStepTiyin: fixedPrice ? 0 : increment(terms.rules.increment, start),
    firstSuggestedTiyin: fixedPrice ? startPriceTiyin : suggestedPrice(terms.rules, start),
    paymentWorkingDays: terms.paymentWorkingDays,
    opensAtMs: window.opensAt.getTime(),
    closesAtMs: window.closesAt.getTime(),
    applicationsUntilMs: applicationsUntil(terms, window).getTime(),
    rules: terms.rules,
  };
}

const applicationsUntil = (terms: FrozenTerms, { opensAt, closesAt }: TradeWindow): Date =>
  ({
    start: opensAt,
    hourBeforeStart: new Date(opensAt.getTime() - HOUR_MS),
    close: closesAt,
  })[terms.applicationsUntil];
