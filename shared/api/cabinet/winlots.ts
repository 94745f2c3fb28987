import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { LEAVE_STOPS } from '../../lifecycles/hand-over.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { SALE_KINDS, SETTLEMENT_REFUSALS, SETTLEMENT_STATES } from '../../lifecycles/settlement.ts';
import { CODE_PROBLEMS } from '../../lifecycles/trade-application-refusals.ts';
import { contract } from '../contract.ts';
import { calendarDay } from '../calendar-day.ts';
import { idField, idInBody, sumOfRows, uuid, wholeNumber } from '../fields.ts';
import { handOverOfSaleSchema } from './hand-over-of-sale.ts';
import { partScheduleSchema } from '../parts.ts';
import { PAYMENT_PROVIDERS } from './payments.ts';
import { accessOf, STAFF_RIGHTS } from '../console/staff-rights.ts';
import { refusalCostSchema, trackedStepSchema, winLotSchema } from './win-lot.ts';
import { writtenText } from '../written-texts.ts';

export type { BankOrder, WinLot } from './win-lot.ts';

const lotId = z.int().min(1).max(MAX_TIYIN);
const tiyin = z.int().min(0);

/** Which of my purchases of a lot; absent: my last sale of it. */
const settlementId = idField.optional();

const mine = { tag: 'winlot', access: 'signed-in', rateLimit: { perMinute: 120 } } as const;
const write = { ...mine, rateLimit: { perMinute: 20 } } as const;

/**
 * Lots I have won or bought by an accepted offer, those to be paid first, then the newest. `state`: `open` those to be paid
 * or refused, `over` the others.
 */
export const myWinLots = contract({
  token: 'read',
  ...mine,
  name: 'winlot.list',
  refusals: {},
  method: 'get',
  path: '/api/shop/winlot/list',
  summary: 'Lots I have won: what is due, until when, and what has happened since',
  query: z.strictObject({
    state: z.enum(['open', 'over', 'all']).default('all'),
    lotId: idField.optional(),
    /** Only what this payment of mine was begun for: none for a top-up of the balance. */
    paymentId: idField.optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(winLotSchema),
    /** How many are still to be paid, whatever `state` asks for. */
    open: z.int(),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const over = z.object({
  verdict: z.literal('over'),
  reason: z.enum(SETTLEMENT_REFUSALS),
  winLot: winLotSchema,
});

/** Notes that I accept the lot; paying implies it. 404: I have not won this lot. */
export const acceptWinLot = contract({
  ...write,
  name: 'winlot.accept-win-lot',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/winlot/accept-win-lot',
  summary: 'Accept a lot I have won',
  body: z.strictObject({ lotId }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('accepted'), winLot: winLotSchema }),
    over,
  ]),
});

/** Pays the parts up to this one, it included; a repeat pays nothing again. Absent: everything that is left. */
const throughPart = wholeNumber(0, 120).optional();

/**
 * Pays the rest of the price from the balance in one step; the deposit counts towards the price. With `throughPart` only the parts
 * up to that one with their late fees, where the lot offers payment by parts: 422 `winlot.no-parts` where it does not. A short
 * balance changes nothing and answers what is missing; with a `provider` also where to pay exactly that: the credited payment
 * then pays for the lot, or for the same parts, by itself, unless the sale was lost meanwhile, and the money stays on the balance.
 * The same `requestId` again answers with the same checkout. 404: I have not won this lot.
 */
export const payWinLot = contract({
  ...write,
  name: 'winlot.pay-win-lot',
  refusals: {
    404: ['not-found'],
    409: ['payments.request-ended'],
    422: ['winlot.no-parts', 'payments.not-offered', 'payments.request-reused'],
  },
  method: 'post',
  path: '/api/shop/winlot/pay-win-lot',
  summary: 'Pay for a lot I have won',
  whenLimiterIsDown: 'closed',
  body: z.strictObject({
    lotId,
    requestId: uuid,
    provider: z.enum(PAYMENT_PROVIDERS).optional(),
    throughPart: z.int().min(0).max(120).optional(),
    /** Of several purchases of a lot: which; absent: my last one. */
    settlementId: z.int().min(1).max(MAX_TIYIN).optional(),
  }),
  answer: z.discriminatedUnion('verdict', [
    z.object({
      verdict: z.literal('paid'),
      /** It had been paid before this call. */
      already: z.boolean(),
      winLot: winLotSchema,
    }),
    z.object({
      verdict: z.literal('part-paid'),
      /** The parts had been paid before this call. */
      already: z.boolean(),
      winLot: winLotSchema,
    }),
    z.object({
      verdict: z.literal('short'),
      missingTiyin: tiyin,
      /** null without a `provider`. `amountTiyin`: the missing sum, within the limits of one payment. */
      checkout: z.object({ paymentId: z.int(), checkoutUrl: z.string(), amountTiyin: tiyin }).nullable(),
      winLot: winLotSchema,
    }),
    over,
  ]),
});
export type PayWinLotAnswer = z.infer<typeof payWinLot.answer>;

/**
 * Without a code: what the refusal costs, and a code is sent by SMS and e-mail. With the code: the lot is refused, the
 * deposit is lost. Cannot be taken back. 404: I have not won this lot.
 */
export const refuseWinLot = contract({
  ...write,
  name: 'winlot.refuse-win-lot',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/winlot/refuse-win-lot',
  summary: 'Refuse a lot I have won; a code confirms it',
  rateLimit: { perMinute: 10 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({
    lotId,
    code: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
  }),
  answer: z.discriminatedUnion('verdict', [
    z.object({
      verdict: z.literal('sent'),
      cost: refusalCostSchema,
      resendAfterMs: z.int(),
      expiresAtMs: z.int(),
      to: z.object({ phone: z.string().nullable(), email: z.string().nullable() }),
    }),
    z.object({ verdict: z.literal('wait'), cost: refusalCostSchema, resendAfterMs: z.int() }),
    z.object({ verdict: z.literal('limit'), untilMs: z.int().nullable() }),
    z.object({ verdict: z.literal('undelivered') }),
    z.object({ verdict: z.literal('code'), problem: z.enum(CODE_PROBLEMS) }),
    z.object({
      verdict: z.literal('refused'),
      already: z.boolean(),
      cost: refusalCostSchema,
      winLot: winLotSchema,
    }),
    over,
  ]),
});
export type RefuseWinLotAnswer = z.infer<typeof refuseWinLot.answer>;

/** A bank's payment order, filled in. 404: I have not won this lot, it is not to be paid, or the operator has no account. */
export const winLotBankOrder = contract({
  ...mine,
  name: 'winlot.bank-order',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/winlot/bank-order/:lotId',
  summary: 'Payment order for my bank, PDF',
  rateLimit: { perMinute: 30 },
  params: z.object({ lotId: idField }),
  /** The transfer pays these parts then, where it suffices; 404 also where the lot does not offer parts. */
  query: z.strictObject({ throughPart, settlementId }),
  file: ['application/pdf'],
  /** The bytes of the PDF. */
  answer: z.string(),
});

/**
 * For the buyer, the seller and staff; 404 for others, and before a sale. The last sale of the lot, for its buyer their own; or
 * the one that `settlementId` names.
 */
export const afterSaleSteps = contract({
  ...mine,
  name: 'winlot.after-sale',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/winlot/after-sale/:lotId',
  summary: 'What has happened since a lot was sold, and who must act by when',
  params: z.object({ lotId: idField }),
  query: z.strictObject({ settlementId }),
  answer: z.object({
    lotId: z.int(),
    settlementId: z.int(),
    sale: z.enum(SALE_KINDS),
    /** Units of a purchase; absent for auctions. */
    quantity: z.int().optional(),
    state: z.enum(SETTLEMENT_STATES),
    priceTiyin: tiyin,
    /** null: not paid yet. */
    handOver: handOverOfSaleSchema.nullable(),
    /** null: it is not paid by parts. */
    parts: partScheduleSchema.nullable(),
    steps: z.array(trackedStepSchema),
  }),
});

const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readSettlements },
  rateLimit: { perMinute: 120 },
} as const;

const staffSettlementSchema = z.object({
  id: z.int(),
  lotId: z.int(),
  title: localizedTextSchema,
  lotStatus: z.literal(Object.values(LOT_STATUS)),
  sale: z.enum(SALE_KINDS),
  /** Null in lots the reader sells or takes part in, under any account. */
  buyer: z.object({ id: z.string(), name: z.string(), number: z.int() }).nullable(),
  /** Units of a purchase; absent for auctions. */
  quantity: z.int().optional(),
  priceTiyin: tiyin,
  depositTiyin: tiyin,
  paidTiyin: tiyin,
  state: z.enum(SETTLEMENT_STATES),
  soldAtMs: z.int(),
  dueAtMs: z.int(),
  graceUntilMs: z.int().nullable(),
  /** The earliest moment at which the sale is lost. */
  defaultAtMs: z.int(),
  /** Since when a protest against the result stops its clock; null: it runs, or is decided. */
  pausedAtMs: z.int().nullable(),
  decidedAtMs: z.int().nullable(),
  /** A longer time that one member of staff asks for and a second one has to approve. */
  extension: z
    .object({ id: z.int(), untilMs: z.int(), reason: z.string(), by: z.string(), atMs: z.int() })
    .nullable(),
  /** null: it is not paid by parts. */
  parts: partScheduleSchema.nullable(),
  /** Paid by the buyer, and neither sent to the seller nor taken as a fee: of this a default may return. */
  heldTiyin: tiyin,
  /** The reader may prepare the cancellation of its result. */
  cancellable: z.boolean(),
  /** Parts are late beyond the patience of the rule set: the reader may prepare its end, with what is returned to the buyer. */
  endable: z.boolean(),
  /** Actions the reader may take now. */
  may: z.array(z.enum(['extend', 'approve-extension', 'reject-extension'])),
  steps: z.array(trackedStepSchema),
});
export type StaffSettlement = z.infer<typeof staffSettlementSchema>;

/** Those to be paid, the next deadline first; otherwise the newest first. */
export const consoleSettlements = contract({
  ...staff,
  name: 'console.settlements',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/settlements',
  summary: 'What buyers of sold lots owe',
  query: z.strictObject({
    state: z.enum(['open', ...SETTLEMENT_STATES, 'all']).default('open'),
    lotId: idField.optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(staffSettlementSchema),
    open: z.int(),
    /** `paidTiyin`: with deposits. */
    sums: z.object({ priceTiyin: sumOfRows, paidTiyin: sumOfRows }),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const extending = {
  ...staff,
  access: accessOf('extendSettlements'),
  rateLimit: { perMinute: 60 },
} as const;

/**
 * Asks for a later deadline, 18:00 of the day; a second person approves. 409 `settlements.over` when it is no longer to be
 * paid, `settlements.extension-asked` while another one waits, `asked-before`; 422 `settlements.extension-day` for a day off, one that is not
 * after the deadline, or more than 90 days away.
 */
export const extendSettlement = contract({
  ...extending,
  name: 'console.extend-settlement',
  refusals: {
    404: ['not-found'],
    409: [
      'asked-before',
      'settlements.extension-asked',
      'settlements.extension-changed',
      'settlements.over',
      'settlements.paused',
      'settlements.second-person',
      'taken-back-before',
    ],
    422: ['settlements.extension-day'],
  },
  subject: { kind: 'settlement', param: 'settlementId' },
  method: 'post',
  path: '/api/console/settlements/:settlementId/extend',
  summary: 'Ask for a later deadline of a payment; a second person approves',
  params: z.object({ settlementId: idField }),
  body: z.strictObject({ until: calendarDay, reason: writtenText(3, 500) }),
  answer: staffSettlementSchema,
});

const decision = {
  params: z.object({ settlementId: idField }),
  /** The extension the decision is about. */
  body: z.strictObject({ extensionId: z.int().min(1) }),
  answer: staffSettlementSchema,
} as const;

/**
 * 409 `settlements.second-person` for the one who asked, `settlements.extension-changed` when another one waits by now,
 * `settlements.over` when it is no longer to be paid.
 */
export const approveExtension = contract({
  ...extending,
  ...decision,
  name: 'console.approve-settlement-extension',
  refusals: {
    404: ['not-found'],
    409: [
      'asker-left',
      'settlements.extension-asked',
      'settlements.extension-changed',
      'settlements.over',
      'settlements.paused',
      'settlements.second-person',
    ],
    422: ['settlements.extension-day'],
  },
  subject: { kind: 'settlement', param: 'settlementId', colleagues: true },
  method: 'post',
  path: '/api/console/settlements/:settlementId/extend/approve',
  summary: 'Approve a later deadline of a payment',
});

/** Any member of staff with the right, the one who asked included; 409 `turned-down-before` for who turned it down twice within 30 days. */
export const rejectExtension = contract({
  ...extending,
  ...decision,
  name: 'console.reject-settlement-extension',
  refusals: {
    404: ['not-found'],
    409: [
      'settlements.extension-asked',
      'settlements.extension-changed',
      'settlements.over',
      'settlements.paused',
      'settlements.second-person',
      'turned-down-before',
    ],
    422: ['settlements.extension-day'],
  },
  subject: { kind: 'settlement', param: 'settlementId' },
  method: 'post',
  path: '/api/console/settlements/:settlementId/extend/reject',
  summary: 'Turn down or take back a later deadline of a payment',
});

/**
 * What the lot says was corrected after I had reserved my units: until I have received them I leave my purchase, and everything I
 * paid for it is returned. A repeat answers `already`. `over`, because of: `recorded`, the seller says that I have them; `disputed`,
 * two of staff settle what I dispute; `ended`, received, ended otherwise, or nothing was corrected. 404: it is not mine.
 */
export const leaveCorrectedSale = contract({
  ...write,
  name: 'winlot.leave-corrected',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/winlot/leave-corrected',
  summary: 'Leave a purchase without cost, because its lot was corrected after it',
  body: z.strictObject({ lotId: idInBody, settlementId: idInBody }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('left'), already: z.boolean(), winLot: winLotSchema }),
    z.object({
      verdict: z.literal('over'),
      because: z.enum([...LEAVE_STOPS, 'ended']),
      winLot: winLotSchema,
    }),
  ]),
});

export const winLotContracts = [
  myWinLots,
  acceptWinLot,
  payWinLot,
  refuseWinLot,
  winLotBankOrder,
  afterSaleSteps,
  leaveCorrectedSale,
  consoleSettlements,
  extendSettlement,
  approveExtension,
  rejectExtension,
];
