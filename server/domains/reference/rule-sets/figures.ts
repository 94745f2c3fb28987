import { z } from 'zod';
import type { RuleSetName } from '#shared/api/lots.ts';
import { auctionRulesSchema, incrementSchema } from '#shared/auction/rules.ts';

const percent = z.number().min(0).max(100);

/** When a lot of this set is traded. Minutes are of the day in Tashkent. */
const windowSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('workingDays'),
    opensMinute: z.int().min(0).max(1439),
    closesMinute: z.int().min(0).max(1439),
    days: z.int().min(1),
  }),
  /** Ends when no price came for quietMs. */
  z.strictObject({
    kind: z.literal('untilQuiet'),
    opensMinute: z.int().min(0).max(1439),
    quietMs: z.int().min(1),
  }),
  z.strictObject({ kind: z.literal('chosen') }),
  z.strictObject({ kind: z.literal('rounds'), lengthMs: z.int().min(1), pauseMs: z.int().min(0) }),
]);

/** One version of a rule set, as stored: what freezing a lot starts from. Percents have at most two decimals. */
export const ruleSetFiguresSchema = auctionRulesSchema.extend({
  /** At most this percent; a lot with a smaller deposit takes the percent of its deposit. */
  limitPercent: percent.optional(),
  /** Another increment for lots that start above so many base calculation amounts. */
  incrementAbove: z.strictObject({ baseAmounts: z.int().min(1), increment: incrementSchema }).optional(),
  deposit: z.strictObject({ minPercent: percent, maxPercent: percent, usualPercent: percent }),
  applicationsUntil: z.enum(['start', 'hourBeforeStart', 'close']),
  window: windowSchema,
  paymentWorkingDays: z.strictObject({ min: z.int().min(0), max: z.int().min(0), usual: z.int().min(0) }),
  /** With exactly one participant the lot is offered to that one. */
  offerToSoleParticipant: z.boolean(),
});
export type RuleSetFigures = z.infer<typeof ruleSetFiguresSchema>;

export interface RuleSet {
  name: RuleSetName;
  version: number;
  figures: RuleSetFigures;
}
