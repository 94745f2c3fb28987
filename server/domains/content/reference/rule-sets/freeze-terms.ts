import { basisPoints, shareOf } from '#shared/auction/amounts.ts';
import {
  auctionRulesSchema,
  type AuctionRules,
  type IncrementRule,
  type OvertimeRule,
} from '#shared/auction/rules.ts';
import type { RuleSet } from '#shared/rule-sets/rule-set-figures.ts';

/** Choices of a lot where its rule set leaves one; everything else takes the set's figure. */
export interface Choices {
  depositPercent?: number;
  increment?: IncrementRule;
  overtime?: OvertimeRule | null;
  minParticipants?: number;
  paymentWorkingDays?: number;
  /** Least first price: the start price, or one increment above it. */
  firstBid?: AuctionRules['firstBid'];
  /** Applications are taken until bidding starts, or until the end. */
  applicationsUntil?: 'start' | 'close';
  /** The limit of offers applies to suggested prices from this confirmed price on. */
  limitFromPrice?: number;
  /** A step announced for this lot: a fixed sum for each price. Not where the law sets the steps. */
  ownStepTiyin?: number;
  /** A deposit announced as a sum; its percent, rounded down to a basis point, must be one the set allows. */
  depositTiyin?: number;
}

export interface FrozenTerms {
  ruleSet: RuleSet['name'];
  ruleSetVersion: number;
  rules: AuctionRules;
  /** Deposit in basis points of the start price, and in tiyin, rounded down. */
  depositBp: number;
  depositTiyin: number;
  paymentWorkingDays: number;
  applicationsUntil: RuleSet['figures']['applicationsUntil'];
}

/** Choices that only the set for free private sales leaves to the lot. */
const FREE_CHOICES = [
  'increment',
  'overtime',
  'minParticipants',
  'firstBid',
  'applicationsUntil',
  'limitFromPrice',
] as const satisfies readonly (keyof Choices)[];
/** A limit from a later price would have no effect. */
const LIMIT_FROM_PRICE_MAX = 10;

/** The lot asks for something its rule set does not allow. */
export class NotInRuleSet extends RangeError {}

const within = (value: number, min: number, max: number, what: string): number => {
  if (value < min || value > max) throw new NotInRuleSet(`${what} ${value} is outside ${min}–${max}`);
  return value;
};

/** A deposit by its percent, or by a sum whose percent the set allows. */
function depositOf(
  allowed: RuleSet['figures']['deposit'],
  startPriceTiyin: number,
  choices: Choices,
): { depositBp: number; depositTiyin: number } {
  const { minPercent, maxPercent, usualPercent } = allowed;
  const sum = choices.depositTiyin;
  if (sum === undefined) {
    const percent = within(choices.depositPercent ?? usualPercent, minPercent, maxPercent, 'deposit percent');
    const depositBp = basisPoints(percent);
    return { depositBp, depositTiyin: shareOf(startPriceTiyin, depositBp) };
  }
  // Exact: a start price has up to 16 digits, and four more do not fit into a double.
  const depositBp = Number((BigInt(sum) * 10_000n) / BigInt(startPriceTiyin));
  const above = BigInt(sum) * 10_000n > BigInt(startPriceTiyin) * BigInt(basisPoints(maxPercent));
  if (above || depositBp < basisPoints(minPercent))
    throw new NotInRuleSet(`deposit of ${depositBp / 100} % is outside ${minPercent}–${maxPercent}`);
  return { depositBp, depositTiyin: sum };
}

/** The limit percent of a lot is its deposit's where that is less than the set's; a lot without a deposit has no limit. */
function limitRules(f: RuleSet['figures'], depositBp: number): Partial<AuctionRules> {
  const { limitFromPrice, limitOffStep, limitPercent } = f;
  const points = limitPercent === undefined ? undefined : Math.min(basisPoints(limitPercent), depositBp);
  if (points === 0) return {};
  return {
    ...(limitFromPrice !== undefined && { limitFromPrice }),
    ...(points !== undefined && { limitPercent: points / 100 }),
    ...(limitOffStep !== undefined && { limitOffStep }),
  };
}

/**
 * The figures of one lot, frozen from a rule set: later versions of the set do not affect it.
 * @param baseAmountTiyin the base calculation amount in force at publication
 * @throws NotInRuleSet when a choice is outside what the set allows
 */
export function freezeTerms(
  ruleSet: RuleSet,
  lot: { startPriceTiyin: number; baseAmountTiyin: number },
  choices: Choices = {},
): FrozenTerms {
  const f = ruleSet.figures;
  const chosen = FREE_CHOICES.find((name) => choices[name] !== undefined);
  if (ruleSet.name !== 'private' && chosen !== undefined)
    throw new NotInRuleSet(`${ruleSet.name} leaves no choice of ${chosen}`);

  if (choices.ownStepTiyin !== undefined && !['state-live', 'private'].includes(ruleSet.name))
    throw new NotInRuleSet(`${ruleSet.name} leaves no choice of the step`);
  const ownStep: IncrementRule | undefined =
    choices.ownStepTiyin === undefined ? undefined : { kind: 'fixed', amount: choices.ownStepTiyin };

  const aboveThreshold =
    f.incrementAbove !== undefined &&
    lot.startPriceTiyin > f.incrementAbove.baseAmounts * lot.baseAmountTiyin;
  const { depositBp, depositTiyin } = depositOf(f.deposit, lot.startPriceTiyin, choices);
  const limitFromPrice =
    choices.limitFromPrice === undefined
      ? f.limitFromPrice
      : within(choices.limitFromPrice, 1, LIMIT_FROM_PRICE_MAX, 'price from which limits apply');
  const rules = auctionRulesSchema.parse({
    firstBid: choices.firstBid ?? f.firstBid,
    increment: ownStep ?? choices.increment ?? (aboveThreshold ? f.incrementAbove?.increment : f.increment),
    overtime: choices.overtime === undefined ? f.overtime : choices.overtime,
    leaderMayRaise: f.leaderMayRaise,
    minParticipants:
      choices.minParticipants === undefined
        ? f.minParticipants
        : { count: within(choices.minParticipants, 1, 2, 'participants'), at: f.minParticipants.at },
    ...limitRules({ ...f, ...(limitFromPrice && { limitFromPrice }) }, depositBp),
    ...(f.maxJump && { maxJump: f.maxJump }),
    ...(f.autoBid && { autoBid: f.autoBid }),
  });
  return {
    ruleSet: ruleSet.name,
    ruleSetVersion: ruleSet.version,
    rules,
    depositBp,
    depositTiyin,
    paymentWorkingDays: within(
      choices.paymentWorkingDays ?? f.paymentWorkingDays.usual,
      f.paymentWorkingDays.min,
      f.paymentWorkingDays.max,
      'payment days',
    ),
    applicationsUntil: choices.applicationsUntil ?? f.applicationsUntil,
  };
}
