import { z } from 'zod';
import type { RuleSetName } from '../api/site/lots.ts';
import { basisPoints } from '../auction/amounts.ts';
import { problemOfBankAccount, problemOfMfo } from '../validation/bank-requisites.ts';
import { auctionRulesSchema, incrementSchema } from '../auction/rules.ts';
import { FORFEIT_RECEIVERS, PENALTY_RECEIVERS } from './forfeit-receivers.ts';
import { writtenLine } from '../api/written-texts.ts';

const percent = z.number().min(0).max(100);
/** Days are counted one by one by the calendar. */
const DAYS_MAX = 366;
const PAUSE_MAX_MS = 30 * 86_400_000;

const paymentDays = z.int().min(0).max(DAYS_MAX);

/** Where a share of the price goes that is not the seller's. */
const payoutAccountSchema = z.strictObject({
  bankName: writtenLine(1, 200),
  account: z.string().refine((text) => problemOfBankAccount(text) === null),
  mfo: z.string().refine((text) => problemOfMfo(text) === null),
  holderName: writtenLine(1, 200),
});

/** When a lot of this set is traded. Minutes are of the day in Tashkent. */
const windowSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('workingDays'),
    opensMinute: z.int().min(0).max(1439),
    closesMinute: z.int().min(0).max(1439),
    days: z.int().min(1).max(DAYS_MAX),
  }),
  /** Ends when no price came for quietMs. */
  z.strictObject({
    kind: z.literal('untilQuiet'),
    opensMinute: z.int().min(0).max(1439),
    quietMs: z.int().min(1).max(PAUSE_MAX_MS),
  }),
  z.strictObject({ kind: z.literal('chosen') }),
  z.strictObject({
    kind: z.literal('rounds'),
    lengthMs: z.int().min(1).max(PAUSE_MAX_MS),
    pauseMs: z.int().min(0).max(PAUSE_MAX_MS),
  }),
]);

/** How a lot that was not sold is put on trade again. */
const repeatSchema = z.strictObject({
  /** `rules`: by themselves; `customer`: while the order stays in trade, or when its customer asks. */
  by: z.enum(['rules', 'customer']),
  /** The earliest day of publication, counted from the end of trade; moved to the next working day. */
  after: z.strictObject({
    kind: z.enum(['months', 'days', 'workingDays']),
    count: z.int().min(1).max(DAYS_MAX),
  }),
  /** Of the day in Tashkent. */
  publishMinute: z.int().min(0).max(1439),
  /** Nothing is repeated so many days after the first publication. */
  withinDays: z
    .int()
    .min(1)
    .max(10 * DAYS_MAX),
  /** Trade begins no earlier than so many days after publication; absent: as the set's window says. */
  noticeDays: z.int().min(1).max(DAYS_MAX).optional(),
  /** How much the start price falls by in each round, and in all rounds together, of the first price. */
  cut: z.strictObject({
    minPercent: percent,
    maxPercent: percent,
    usualPercent: percent,
    inAllPercent: percent,
  }),
});
export type RepeatFigures = z.infer<typeof repeatSchema>;

/** One version of a rule set, as stored, from which lots are frozen. Percents have at most two decimals. */
export const ruleSetFiguresSchema = auctionRulesSchema.extend({
  /** At most this percent; a lot with a smaller deposit takes the percent of its deposit. */
  limitPercent: percent.optional(),
  /** Another increment for lots that start above so many base calculation amounts. */
  incrementAbove: z
    .strictObject({ baseAmounts: z.int().min(1).max(1_000_000_000), increment: incrementSchema })
    .optional(),
  deposit: z.strictObject({ minPercent: percent, maxPercent: percent, usualPercent: percent }),
  applicationsUntil: z.enum(['start', 'hourBeforeStart', 'close']),
  window: windowSchema,
  paymentWorkingDays: z.strictObject({ min: paymentDays, max: paymentDays, usual: paymentDays }),
  /** After the deadline of payment the sale is not lost for so many working days; absent: at once. */
  graceWorkingDays: z.int().min(0).max(1).optional(),
  /** What a late part of a price costs for each day begun, and at most, of the part; absent: nothing. */
  lateFee: z.strictObject({ percentPerDay: percent, capPercent: percent }).optional(),
  /** A part that is late for so many days is a case for staff, who may end the sale; absent: 30. */
  partsPatienceDays: z.int().min(1).max(365).optional(),
  /** With exactly one participant the lot is offered to that one. */
  offerToSoleParticipant: z.boolean(),
  /** Absent: lots of this version are not repeated. */
  repeat: repeatSchema.optional(),
  /** What the operator takes of the price; absent: nothing. */
  operatorFeePercent: percent.optional(),
  /** Who gets a forfeited deposit; absent: the seller. */
  forfeitedDepositTo: z.enum(FORFEIT_RECEIVERS).optional(),
  /** Who gets the penalty for a withdrawal; absent: the operator. */
  penaltyTo: z.enum(PENALTY_RECEIVERS).optional(),
  /**
   * Who shares what is left of the price, in order; the first gets what rounding leaves. One entry may have no account: the
   * seller's. Absent: the seller alone.
   */
  payoutShares: z
    .array(z.strictObject({ percent: percent.gt(0), account: payoutAccountSchema.optional() }))
    .min(1)
    .max(10)
    .refine((shares) => shares.reduce((sum, share) => sum + basisPoints(share.percent), 0) === 10_000, {
      error: 'the shares of a price make up 100 percent',
    })
    .refine((shares) => shares.filter(({ account }) => !account).length <= 1, {
      error: 'the seller has one share at most',
    })
    .optional(),
});
export type RuleSetFigures = z.infer<typeof ruleSetFiguresSchema>;

export interface RuleSet {
  name: RuleSetName;
  version: number;
  figures: RuleSetFigures;
}
