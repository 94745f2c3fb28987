import { basisPoints, shareOf } from '#shared/auction/amounts.ts';
import {
  auctionRulesSchema,
  type AuctionRules,
  type IncrementRule,
  type OvertimeRule,
} from '#shared/auction/rules.ts';
import type { RuleSet } from './figures.ts';

/** What a lot may choose where its rule set leaves a choice; anything else keeps the set's own figure. */
export interface Choices {
  depositPercent?: number;
  increment?: IncrementRule;
  overtime?: OvertimeRule | null;
  minParticipants?: number;
  paymentWorkingDays?: number;
}

export interface FrozenTerms {
  ruleSet: RuleSet['name'];
  ruleSetVersion: number;
  rules: AuctionRules;
  /** Deposit in basis points of the start price, and in tiyin, rounded down. */
  depositBp: number;
  depositTiyin: number;
  paymentWorkingDays: number;
}

/** The lot asks for something its rule set does not allow. */
export class NotInRuleSet extends RangeError {}

const within = (value: number, min: number, max: number, what: string): number => {
  if (value < min || value > max) throw new NotInRuleSet(`${what} ${value} is outside ${min}–${max}`);
  return value;
};

/**
 * The figures of one lot, frozen from a rule set: later versions of the set do not touch it.
 * @param baseAmountTiyin the base calculation amount in force at publication
 * @throws NotInRuleSet when a choice is outside what the set allows
 */
export function freezeTerms(
  ruleSet: RuleSet,
  lot: { startPriceTiyin: number; baseAmountTiyin: number },
  choices: Choices = {},
): FrozenTerms {
  const f = ruleSet.figures;
  if (
    ruleSet.name !== 'private' &&
    (choices.increment || choices.overtime !== undefined || choices.minParticipants)
  )
    throw new NotInRuleSet(`${ruleSet.name} leaves no choice of increment, overtime or participants`);

  const aboveThreshold =
    f.incrementAbove !== undefined &&
    lot.startPriceTiyin > f.incrementAbove.baseAmounts * lot.baseAmountTiyin;
  const depositPercent = within(
    choices.depositPercent ?? f.deposit.usualPercent,
    f.deposit.minPercent,
    f.deposit.maxPercent,
    'deposit percent',
  );
  const depositBp = basisPoints(depositPercent);
  const rules = auctionRulesSchema.parse({
    firstBid: f.firstBid,
    increment: choices.increment ?? (aboveThreshold ? f.incrementAbove?.increment : f.increment),
    overtime: choices.overtime === undefined ? f.overtime : choices.overtime,
    leaderMayRaise: f.leaderMayRaise,
    minParticipants:
      choices.minParticipants === undefined
        ? f.minParticipants
        : { count: within(choices.minParticipants, 1, 2, 'participants'), at: f.minParticipants.at },
    ...(f.limitFromPrice === undefined ? {} : { limitFromPrice: f.limitFromPrice }),
  });
  return {
    ruleSet: ruleSet.name,
    ruleSetVersion: ruleSet.version,
    rules,
    depositBp,
    depositTiyin: shareOf(lot.startPriceTiyin, depositBp),
    paymentWorkingDays: within(
      choices.paymentWorkingDays ?? f.paymentWorkingDays.usual,
      f.paymentWorkingDays.min,
      f.paymentWorkingDays.max,
      'payment days',
    ),
  };
}
