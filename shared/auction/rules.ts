import { z } from 'zod';

/** Largest sum the platform handles, in tiyin: exact in a double, which is what Lua computes with. */
export const MAX_TIYIN = Number.MAX_SAFE_INTEGER;

const tiyin = z.int().min(1).max(MAX_TIYIN);

/** A percent with at most two decimals; inside it is integer basis points. More decimals are refused. */
const percent = z
  .number()
  .min(0)
  .max(10_000)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'at most two decimals');

export const incrementSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percentOfStart'), percents: z.array(percent).min(1).max(100) }),
  z.strictObject({ kind: z.literal('percentOfCurrent'), percent }),
  z.strictObject({ kind: z.literal('fixed'), amount: tiyin }),
  z.strictObject({
    kind: z.literal('ladder'),
    steps: z
      .array(z.tuple([z.int().min(0).max(MAX_TIYIN), tiyin]))
      .min(1)
      .max(100)
      .refine(
        (steps) => steps.every((step, i) => i === 0 || step[0] > (steps[i - 1]?.[0] ?? 0)),
        'steps rise by price',
      ),
  }),
]);

export const overtimeSchema = z.strictObject({
  /** A price with less than this left moves the deadline; with exactly this left it does not. */
  windowMs: z.int().min(0).max(86_400_000),
  /** New deadline = bid time + extendToMs. */
  extendToMs: z.int().min(0).max(86_400_000),
  /** Never later than closesAt + capMs (paused time not counted). */
  capMs: z
    .int()
    .min(0)
    .max(30 * 86_400_000)
    .optional(),
  /** Minute of the day (UTC+5) past which an extension never moves the deadline. */
  dailyStop: z.int().min(0).max(1439).optional(),
});

const maxJumpSchema = z.strictObject({
  offer: z.int().min(1).max(1_000_000),
  maximum: z.int().min(1).max(1_000_000),
});

/** The frozen figures of one lot's auction, see docs of the auction core. */
export const auctionRulesSchema = z.strictObject({
  firstBid: z.enum(['atStart', 'startPlusIncrement']),
  increment: incrementSchema,
  overtime: overtimeSchema.nullable(),
  leaderMayRaise: z.boolean(),
  minParticipants: z.strictObject({ count: z.int().min(0).max(1000), at: z.enum(['start', 'close']) }),
  /** Confirming the suggested price needs the limit from the n-th confirmed price of the lot; absent: it never does. */
  limitFromPrice: z.int().min(1).max(1_000_000).optional(),
  /** Percent of a price that deposit and balance must cover: min(deposit percent, 5 %). 0 or absent: no limit. */
  limitPercent: percent.optional(),
  /** Offers above the suggested price and auto-bid maxima need the limit from the first price on. */
  limitOffStep: z.boolean().optional(),
  /** How many increments above the suggested price an offer and an auto-bid maximum may be; absent: no cap. */
  maxJump: maxJumpSchema.optional(),
  /**
   * What an auto-bid gives to lead where no other reaches the suggested price: that price (`leastThatLeads`, also when
   * absent), or one increment above the second maximum, at most its own, even where that is above the suggested price.
   */
  autoBid: z.enum(['leastThatLeads', 'aboveRunnerUp']).optional(),
});

export type AuctionRules = z.infer<typeof auctionRulesSchema>;
export type IncrementRule = z.infer<typeof incrementSchema>;
export type OvertimeRule = z.infer<typeof overtimeSchema>;

/** Terms a room is opened with: everything the core needs, frozen; their hash is the first of the lot's chain. */
export const auctionTermsSchema = z.strictObject({
  lotId: z.int().min(1).max(MAX_TIYIN),
  rules: auctionRulesSchema,
  startPriceTiyin: tiyin,
  /** Instants in ms since 1970. */
  opensAtMs: z.int().min(0),
  closesAtMs: z.int().min(1),
  /** Practice rooms admit anyone signed in. */
  practice: z.boolean(),
  /** Closed lots show the room to admitted bidders and staff only. */
  watchable: z.boolean(),
});
export type AuctionTerms = z.infer<typeof auctionTermsSchema>;
