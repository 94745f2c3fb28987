import { NotInRuleSet, type RuleSetFigures, type WorkingCalendar } from '#server/domains/reference/index.ts';
import type { RuleSetName } from '#shared/api/lots.ts';
import { AUCTION_ONLY_ABOVE_BASE_AMOUNTS } from '#shared/limits/trade-terms.ts';
import { MINUTE_MS, startOfDay } from '#shared/time/tashkent.ts';

/** Why a lot cannot be put on trade as it is. */
export type PublicationRefusal = 'rule-set-of-other-property' | 'auction-only';

/** Not to be retried: the same lot would be refused again. */
export class NotForPublication extends NotInRuleSet {
  readonly refusal: PublicationRefusal;
  constructor(refusal: PublicationRefusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

/** Whose property each rule set is for; rehearsals are nobody's. */
const RULE_SETS_FOR: Readonly<Record<RuleSetName, 'state' | 'private' | null>> = {
  'state-shop': 'state',
  'state-live': 'state',
  private: 'private',
  practice: null,
};

export interface LotToJudge {
  ruleSet: RuleSetName;
  orderType: 'state' | 'private';
  tradeType: 'auction' | 'fixed-price';
  /** Of one unit at a fixed price. */
  startPriceTiyin: number;
  quantity: number;
}

/**
 * @param baseAmountTiyin the base calculation amount in force at publication
 * @throws NotForPublication
 */
export function demandPublishable(lot: LotToJudge, baseAmountTiyin: number): void {
  const { ruleSet, orderType, tradeType } = lot;
  const meantFor = RULE_SETS_FOR[ruleSet];
  if (meantFor !== null && meantFor !== orderType)
    throw new NotForPublication(
      'rule-set-of-other-property',
      `the rule set ${ruleSet} is for ${meantFor} property, not for ${orderType}`,
    );
  if (orderType !== 'state' || tradeType !== 'fixed-price') return;
  // Exact: a price has up to 16 digits, and a count more do not fit into a double.
  const worth = BigInt(lot.startPriceTiyin) * BigInt(lot.quantity);
  if (worth > BigInt(AUCTION_ONLY_ABOVE_BASE_AMOUNTS) * BigInt(baseAmountTiyin))
    throw new NotForPublication(
      'auction-only',
      `state property above ${AUCTION_ONLY_ABOVE_BASE_AMOUNTS} base calculation amounts is sold by auction only`,
    );
}

/**
 * When a lot is traded whose window the rule set lays down in working days: from the first working day after publication,
 * which is day 1, to its last day, at the set's times of day. null: the set leaves the window to the lot.
 */
export function windowByRule(
  window: RuleSetFigures['window'],
  calendar: WorkingCalendar,
  publishedAt: Date,
): { opensAt: Date; closesAt: Date } | null {
  if (window.kind !== 'workingDays') return null;
  const at = (days: number, minute: number): Date =>
    calendar.addWorkingDays(new Date(startOfDay(publishedAt.getTime()) + minute * MINUTE_MS), days);
  return { opensAt: at(1, window.opensMinute), closesAt: at(window.days, window.closesMinute) };
}
