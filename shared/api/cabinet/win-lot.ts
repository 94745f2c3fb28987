import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { LEAVE_STOPS } from '../../lifecycles/hand-over.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { SALE_KINDS, SETTLEMENT_STATES } from '../../lifecycles/settlement.ts';
import { AFTER_SALE_ACTORS, AFTER_SALE_STEPS, STEP_STATES } from '../../trade/after-sale.ts';
import { handOverOfSaleSchema } from './hand-over-of-sale.ts';
import { photoSchema } from '../site/lots.ts';
import { partScheduleSchema } from '../parts.ts';

const tiyin = z.int().min(0);

/** Steps after a sale: the same for the buyer, the seller and staff. Times in ms. */
export const trackedStepSchema = z.object({
  key: z.enum(AFTER_SALE_STEPS),
  state: z.enum(STEP_STATES),
  atMs: z.int().nullable(),
  byMs: z.int().nullable(),
  who: z.enum(AFTER_SALE_ACTORS).nullable(),
});

/** What a refusal costs: the deposit, and for a lot of the state a bar from every auction. */
export const refusalCostSchema = z.object({
  forfeitTiyin: tiyin,
  /** null: none. */
  barredMonths: z.int().nullable(),
});
/** What a bank's payment order must say, to be found again; null where the operator has given no account. */
const bankOrderSchema = z.object({
  recipient: z.string(),
  stir: z.string(),
  bank: z.string(),
  account: z.string(),
  mfo: z.string(),
  purpose: z.string(),
  amountTiyin: tiyin,
});
export type BankOrder = z.infer<typeof bankOrderSchema>;

export const winLotSchema = z.object({
  settlementId: z.int(),
  lotId: z.int(),
  lotNumber: z.string(),
  title: localizedTextSchema,
  photo: photoSchema.nullable(),
  lotStatus: z.literal(Object.values(LOT_STATUS)),
  sale: z.enum(SALE_KINDS),
  /** My number in the room; of a purchase: which sale of the lot it is. */
  bidderNumber: z.int(),
  /** Units of a purchase; absent for auctions. */
  quantity: z.int().optional(),
  priceTiyin: tiyin,
  /** Held until the rest is paid, and part of the price. */
  depositTiyin: tiyin,
  /** The price without the deposit. */
  dueTiyin: tiyin,
  /** Paid beside the deposit. */
  paidTiyin: tiyin,
  balanceTiyin: tiyin,
  /** What the balance lacks for everything that is left, late fees included; 0: one press pays. */
  missingTiyin: tiyin,
  /** null: the lot does not offer payment by parts, or was not paid so. Beside `canPay`, which is about any payment. */
  parts: partScheduleSchema.nullable(),
  state: z.enum(SETTLEMENT_STATES),
  soldAtMs: z.int(),
  dueAtMs: z.int(),
  /** The sale is not lost before it; null where the rules give no grace. */
  graceUntilMs: z.int().nullable(),
  acceptedAtMs: z.int().nullable(),
  /** When it was paid, refused or lost. */
  decidedAtMs: z.int().nullable(),
  /** Since when a protest against the result stops its clock; null: it runs, or is decided. */
  pausedAtMs: z.int().nullable(),
  canAccept: z.boolean(),
  canPay: z.boolean(),
  canRefuse: z.boolean(),
  refusalCost: refusalCostSchema,
  protocol: z
    .object({
      number: z.string(),
      word: z.string().nullable(),
      /** Path of the full copy; null where it is not mine. */
      pdf: z.string().nullable(),
    })
    .nullable(),
  bankOrder: bankOrderSchema.nullable(),
  /** null: not paid yet. */
  handOver: handOverOfSaleSchema.nullable(),
  canConfirmHandOver: z.boolean(),
  canDisputeHandOver: z.boolean(),
  /** What the lot says was corrected after I bought, and I do not have it yet: I may leave without cost. */
  canLeave: z.boolean(),
  /** As above, but I do not leave alone any more: why; null otherwise. I may dispute the hand-over. */
  leaveStop: z.enum(LEAVE_STOPS).nullable(),
  steps: z.array(trackedStepSchema),
});
export type WinLot = z.infer<typeof winLotSchema>;
