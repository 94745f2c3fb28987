import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { DISPUTE_MAX, DISPUTE_MIN, HAND_OVER_STATES } from '../../lifecycles/hand-over.ts';
import { SALE_KINDS } from '../../lifecycles/settlement.ts';
import { contract } from '../contract.ts';
import { idField, idInBody, wholeNumber } from '../fields.ts';
import { HAND_OVER_ACT_PATH, handOverOfSaleSchema } from './hand-over-of-sale.ts';
import { STAFF_RIGHTS } from '../console/staff-rights.ts';
import { winLotSchema } from './win-lot.ts';
import { writtenText } from '../written-texts.ts';

const lotId = idInBody;
/** Which of my purchases of a lot; absent: my last one. */
const settlementId = idInBody.optional();
const mine = { tag: 'winlot', access: 'signed-in', method: 'post', rateLimit: { perMinute: 20 } } as const;

const over = z.object({
  verdict: z.literal('over'),
  /** Where it is now: another device, or staff, was first. */
  state: z.enum(HAND_OVER_STATES),
  winLot: winLotSchema,
});

/**
 * I have received the property: makes the acceptance act and finishes the sale. Cannot be taken back, and nothing can be
 * disputed afterwards; also ends a dispute of mine. A repeat answers `already`. 404: I have not bought this lot, or not paid it.
 */
export const confirmHandOver = contract({
  ...mine,
  name: 'winlot.confirm-hand-over',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/winlot/confirm-hand-over',
  summary: 'Confirm that I have received what I bought',
  body: z.strictObject({ lotId, settlementId }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('confirmed'), already: z.boolean(), winLot: winLotSchema }),
    /** A protest against the result is open: possible again when it is decided and the result stays. */
    z.object({ verdict: z.literal('protested'), winLot: winLotSchema }),
    over,
  ]),
});

/**
 * The property that I sold is with its buyer, who is asked to confirm or to dispute it, and does not leave the sale alone any more.
 * Once, and only while the buyer may still do either. A repeat answers `already`. 404: no such sale of mine, or not paid.
 */
export const recordHandOver = contract({
  ...mine,
  name: 'winner-payments.record-hand-over',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/winner-payments/record-hand-over',
  summary: 'Record that I have handed over what I sold',
  body: z.strictObject({ settlementId: idInBody }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('recorded'), already: z.boolean() }),
    /** Where it is now: the buyer, or staff, was first. */
    z.object({ verdict: z.literal('over'), state: z.enum(HAND_OVER_STATES) }),
  ]),
});

/**
 * Something is wrong with the property or its hand-over; staff settles it. Files of `owner=hand-over` that were uploaded
 * before belong to it. Once, and only before the receipt is confirmed. 404 as above.
 */
export const disputeHandOver = contract({
  ...mine,
  name: 'winlot.dispute-hand-over',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/winlot/dispute-hand-over',
  summary: 'Dispute the hand-over of what I bought',
  body: z.strictObject({ lotId, settlementId, text: writtenText(DISPUTE_MIN, DISPUTE_MAX) }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('disputed'), winLot: winLotSchema }),
    over,
  ]),
});

/** For the buyer, the seller and staff; 404 for others, and before the hand-over is confirmed. */
export const handOverAct = contract({
  name: 'winlot.hand-over-act',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: HAND_OVER_ACT_PATH,
  summary: 'Acceptance act of a sale, PDF',
  tag: 'winlot',
  access: 'signed-in',
  rateLimit: { perMinute: 30 },
  params: z.object({ handOverId: idField }),
  file: ['application/pdf'],
  /** The bytes of the PDF. */
  answer: z.string(),
});

const staffHandOverSchema = handOverOfSaleSchema.extend({
  settlementId: z.int(),
  lotId: z.int(),
  title: localizedTextSchema,
  orderId: z.int().nullable(),
  sale: z.enum(SALE_KINDS),
  /**
   * Number: of the participant, or of the purchase among those of its lot. Null in lots the reader sells or takes part in, under any
   * account: such a reader gets no act either.
   */
  buyer: z.object({ id: z.string(), name: z.string(), number: z.int() }).nullable(),
  /** null: the operator's own lot, or as the buyer. */
  seller: z.object({ id: z.string(), name: z.string() }).nullable(),
  priceTiyin: z.int(),
  openedAtMs: z.int(),
  /** Awaiting, with the deadline passed. */
  late: z.boolean(),
  /** Name of the buyer or the member of staff; null: not confirmed, or as the buyer. */
  confirmedBy: z.string().nullable(),
  cancelledAtMs: z.int().nullable(),
  /** What the reader may propose to a second person now. */
  may: z.array(z.enum(['confirm', 'settle'])),
  /** A dispute of which the reader may prepare the other end: the sale is cancelled. */
  cancellable: z.boolean(),
});
export type StaffHandOver = z.infer<typeof staffHandOverSchema>;

const staff = { tag: 'console', rateLimit: { perMinute: 120 } } as const;

/** `open`, `late`: the next deadline first; otherwise the newest first. */
export const consoleHandOvers = contract({
  ...staff,
  access: { roles: STAFF_RIGHTS.readHandOvers },
  name: 'console.hand-overs',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/hand-overs',
  summary: 'Hand-overs of paid sales',
  query: z.strictObject({
    state: z.enum(['open', 'late', ...HAND_OVER_STATES, 'all']).default('open'),
    lotId: idField.optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(staffHandOverSchema),
    counts: z.object({ open: z.int(), late: z.int(), disputed: z.int() }),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

export const handOverContracts = [
  confirmHandOver,
  recordHandOver,
  disputeHandOver,
  handOverAct,
  consoleHandOvers,
];
