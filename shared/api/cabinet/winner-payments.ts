import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { SALE_KINDS, SETTLEMENT_STATES } from '../../lifecycles/settlement.ts';
import { PAYOUT_OF_SALE_STATES, SALE_WAITS } from '../../trade/after-sale.ts';
import { contract } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { handOverOfSaleSchema } from './hand-over-of-sale.ts';
import { photoSchema } from '../site/lots.ts';
import { partScheduleSchema } from '../parts.ts';
import { trackedStepSchema } from './win-lot.ts';

const tiyin = z.int().min(0);

/** What became of a customer's lots: sold, or one of the ways in which they were not. */
export const RESULT_GROUPS = [
  'sold',
  'not-held',
  'no-price',
  'price-not-confirmed',
  'result-cancelled',
] as const;
export type ResultGroup = (typeof RESULT_GROUPS)[number];

const winnerPaymentSchema = z.object({
  lotId: z.int(),
  lotNumber: z.string(),
  title: localizedTextSchema,
  photo: photoSchema.nullable(),
  lotStatus: z.literal(Object.values(LOT_STATUS)),
  startPriceTiyin: tiyin,
  /** null also where the lot names an order of another system. */
  orderId: z.int().nullable(),
  /** When the auction ended. */
  endedAtMs: z.int().nullable(),
  /** The last sale; null: the lot was never sold. The buyer is known by the number in the room. */
  sale: z
    .object({
      settlementId: z.int(),
      kind: z.enum(SALE_KINDS),
      bidderNumber: z.int(),
      /** Units of a purchase; absent for auctions. */
      quantity: z.int().optional(),
      priceTiyin: tiyin,
      /** Paid so far beside the deposit; once the sale is paid, the whole price. */
      paidTiyin: tiyin,
      state: z.enum(SETTLEMENT_STATES),
      dueAtMs: z.int(),
      /** When it was paid, refused or lost. */
      decidedAtMs: z.int().nullable(),
      /** Null: not planned yet. */
      /** `amountTiyin`: what the customer gets, the price without the fee of the operator and what others share. */
      payout: z
        .object({
          state: z.enum(PAYOUT_OF_SALE_STATES),
          paidAtMs: z.int().nullable(),
          amountTiyin: z.int(),
          feeTiyin: z.int(),
          /** All payouts of the sale, by the rule set of the lot; `recipient` null: the customer. */
          shares: z.array(
            z.object({
              recipient: z.string().nullable(),
              /** Parts it pays out, the last one included; null: the whole price. */
              parts: z.object({ from: z.int(), through: z.int() }).nullable(),
              amountTiyin: z.int(),
              /** What of it paid my debts. */
              setOffTiyin: z.int(),
              state: z.enum(PAYOUT_OF_SALE_STATES),
              paidAtMs: z.int().nullable(),
            }),
          ),
        })
        .nullable(),
      /** null: not paid yet. */
      handOver: handOverOfSaleSchema.nullable(),
      /** null: it is not paid by parts. */
      parts: partScheduleSchema.nullable(),
      /** Why nothing goes on now, and until when at most; null: it waits for its parties alone. */
      wait: z.object({ why: z.enum(SALE_WAITS), untilMs: z.int().nullable() }).nullable(),
      steps: z.array(trackedStepSchema),
    })
    .nullable(),
});
export type WinnerPayment = z.infer<typeof winnerPaymentSchema>;

/**
 * Lots of mine whose auctions have ended, the newest end first; `sold` with those still to be paid. A lot at a fixed price has
 * an item for each of its sales, also while it is on sale.
 */
export const winnerResults = contract({
  name: 'winner-payments.results',
  refusals: {},
  method: 'get',
  path: '/api/shop/winner-payments/results',
  summary: 'What became of my lots: what buyers have paid and when I am paid out, and those not sold',
  tag: 'winlot',
  access: 'signed-in',
  rateLimit: { perMinute: 120 },
  query: z.strictObject({
    group: z.enum(RESULT_GROUPS).default('sold'),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(winnerPaymentSchema),
    /** How many lots each group has. */
    counts: z.record(z.enum(RESULT_GROUPS), z.int()),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

export const winnerResultContracts = [winnerResults];
