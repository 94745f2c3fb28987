import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { REFUND_ACTIONS, REFUND_STATUSES } from '../../lifecycles/refund.ts';
import { TWO_APPROVERS_BECAUSE } from '../../trade/staff-money.ts';
import { contract } from '../contract.ts';
import { calendarDay } from '../calendar-day.ts';
import { idField, sumOfRows, uuid, wholeNumber } from '../fields.ts';
import { accessOf, STAFF_RIGHTS } from '../console/staff-rights.ts';
import { textWithoutAccounts, writtenLine } from '../written-texts.ts';

/** What calls that pay out refuse. */
const PAYING_OUT = {
  403: ['refunds.own'],
  404: ['not-found'],
  409: [
    'refunds.decided',
    'refunds.document-used',
    'refunds.return-asked',
    'refunds.return-changed',
    'refunds.second-person',
    'refunds.sender',
  ],
  422: ['refunds.document-date'],
} as const;

/** What calls that turn something down refuse. */
const TURNING_DOWN = {
  ...PAYING_OUT,
  409: [...PAYING_OUT[409], 'turned-down-before'],
} as const;

const mine = { tag: 'refunds', access: 'signed-in', rateLimit: { perMinute: 120 } } as const;
const write = { ...mine, rateLimit: { perMinute: 20 } } as const;

const sum = z.int().min(1).max(MAX_TIYIN);
const page = {
  status: z.enum(REFUND_STATUSES).optional(),
  /** Days in Tashkent, both included. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  page: wholeNumber(1, 100_000).default(1),
  size: wholeNumber(1, 100).default(20),
};
const pageAnswer = { total: z.int(), page: z.int(), size: z.int() };

/** A bank account of the person. The profile's requisites come first, with the id 0. */
const payoutAccountSchema = z.object({
  id: z.int(),
  bankName: z.string(),
  mfo: z.string(),
  account: z.string(),
  fromProfile: z.boolean(),
});
export type PayoutAccount = z.infer<typeof payoutAccountSchema>;

export const payoutAccounts = contract({
  ...mine,
  name: 'gateway.accounts',
  refusals: {},
  method: 'get',
  path: '/api/shop/gateway/account',
  summary: 'Bank accounts my money can be paid out to',
  answer: z.object({ items: z.array(payoutAccountSchema) }),
});

/** The same account again answers with the existing one. 403 `sign-in-again` when the sign-in is older than five minutes. */
export const addPayoutAccount = contract({
  ...write,
  name: 'gateway.add-account',
  refusals: {
    403: ['sign-in-again'],
    409: ['refunds.too-many-kept'],
    422: ['refunds.account-wrong', 'refunds.no-such-bank'],
  },
  method: 'post',
  path: '/api/shop/gateway/account',
  summary: 'Add a bank account',
  body: z.strictObject({
    bankName: writtenLine(2, 120),
    mfo: z.string().regex(/^\d{5}$/),
    account: z.string().regex(/^\d{20}$/),
  }),
  answer: payoutAccountSchema,
});

export const removePayoutAccount = contract({
  ...write,
  name: 'gateway.remove-account',
  refusals: { 404: ['not-found'] },
  method: 'delete',
  path: '/api/shop/gateway/account/:destinationId',
  summary: 'Remove a bank account of mine',
  params: z.object({ destinationId: idField }),
  answer: z.object({ removed: z.literal(true) }),
});

const cardFields = { type: z.enum(['uzcard', 'humo']), mask: z.string() };
const payoutCardSchema = z.object({ id: z.int(), ...cardFields });
export type PayoutCard = z.infer<typeof payoutCardSchema>;

/** `offered`: cards can be added; without a tokeniser money goes to accounts only. */
export const payoutCards = contract({
  ...mine,
  name: 'gateway.cards',
  refusals: {},
  method: 'get',
  path: '/api/shop/gateway/uzcard-cards',
  summary: 'Cards my money can be paid out to',
  answer: z.object({
    offered: z.boolean(),
    /** A local stand-in without real cards; its code is always this one. */
    sandboxCode: z.string().nullable(),
    items: z.array(payoutCardSchema),
  }),
});

/**
 * Sent to the tokeniser at once and never stored: the bank sends its owner a code. 422 `refunds.card-wrong`
 * (`details.problem`), 503 `refunds.no-cards` without a tokeniser or when it is away.
 */
export const addPayoutCard = contract({
  ...write,
  name: 'gateway.add-card',
  refusals: { 403: ['sign-in-again'], 409: ['refunds.too-many-kept'], 422: ['refunds.card-wrong'] },
  method: 'post',
  path: '/api/shop/gateway/uzcard-cards',
  summary: 'Begin to add a card; its bank sends a code',
  rateLimit: { perMinute: 5 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({
    number: z.string().regex(/^\d{16}$/),
    /** `MMYY`. */
    expiry: z.string().regex(/^\d{4}$/),
  }),
  answer: z.object({
    bindingId: uuid,
    ...cardFields,
    /** Where the code went, masked by the tokeniser; null when it did not say. */
    phone: z.string().nullable(),
    expiresAtMs: z.number(),
  }),
});

/** 422 `refunds.code-wrong`, 409 `refunds.code-over` (too late or too many tries; begin again). */
export const confirmPayoutCard = contract({
  ...write,
  name: 'gateway.confirm-card',
  refusals: { 409: ['refunds.code-over', 'refunds.too-many-kept'], 422: ['refunds.code-wrong'] },
  method: 'post',
  path: '/api/shop/gateway/uzcard-cards/confirm',
  summary: 'Prove that a card is mine with the code of its bank',
  rateLimit: { perMinute: 10 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({ bindingId: uuid, code: z.string().regex(/^\d{4,8}$/) }),
  answer: payoutCardSchema,
});

export const removePayoutCard = contract({
  ...write,
  name: 'gateway.remove-card',
  refusals: { 404: ['not-found'] },
  method: 'delete',
  path: '/api/shop/gateway/uzcard-cards/:destinationId',
  summary: 'Remove a card of mine',
  params: z.object({ destinationId: idField }),
  answer: z.object({ removed: z.literal(true) }),
});

/** Destination of a refund at the time of the request. */
const destinationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), bankName: z.string(), mfo: z.string(), account: z.string() }),
  z.object({ kind: z.literal('card'), ...cardFields }),
]);
export type RefundDestination = z.infer<typeof destinationSchema>;

const refundSchema = z.object({
  id: z.int(),
  amountTiyin: z.int(),
  /** What of it paid what the person owes; for staff, of one that waits, as much as it would be now. */
  setOffTiyin: z.int(),
  status: z.enum(REFUND_STATUSES),
  destination: destinationSchema,
  createdAtMs: z.number(),
  changedAtMs: z.number(),
  /** Why it was refused or came back. */
  reason: z.string().nullable(),
  /** Number of the bank's document, once it is paid. */
  bankDocument: z.string().nullable(),
  mayCancel: z.boolean(),
});
export type RefundView = z.infer<typeof refundSchema>;

export const refundTerms = contract({
  ...mine,
  name: 'refunds.terms',
  refusals: {},
  method: 'get',
  path: '/api/shop/payment-back/terms',
  summary: 'What I can ask back now, and the limits of a sum',
  answer: z.object({
    availableTiyin: z.int(),
    minTiyin: z.int(),
    maxTiyin: z.int(),
    /** Applications that wait at once; a further one is refused. */
    openMax: z.int(),
    open: z.int(),
  }),
});

/**
 * The sum is held from then on. The same `requestId` again answers with the same application. 403 `sign-in-again` when
 * the sign-in is older than five minutes; 422 `refunds.short` (`details.missingTiyin`), `refunds.limits`, and
 * `refunds.other-request` when the `requestId` was sent with another sum or destination; 404 `refunds.no-destination`; 409
 * `refunds.too-many-open`.
 */
export const createRefund = contract({
  ...write,
  name: 'refunds.create',
  refusals: {
    403: ['sign-in-again'],
    404: ['refunds.no-destination'],
    409: ['refunds.too-many-open'],
    422: ['refunds.short', 'refunds.limits', 'refunds.other-request'],
  },
  method: 'post',
  path: '/api/shop/payment-back',
  summary: 'Ask for money back',
  rateLimit: { perMinute: 10 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({
    requestId: uuid,
    amountTiyin: sum,
    destination: z.strictObject({ kind: z.enum(['account', 'card']), id: z.int().min(0) }),
  }),
  answer: refundSchema,
});

/** The newest first. */
export const myRefunds = contract({
  ...mine,
  name: 'refunds.mine',
  refusals: {},
  method: 'get',
  path: '/api/shop/payment-back',
  summary: 'My refund applications',
  query: z.strictObject(page),
  answer: z.object({ items: z.array(refundSchema), ...pageAnswer }),
});

export const myRefund = contract({
  ...mine,
  name: 'refunds.details',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/payment-back/:refundId',
  summary: 'One refund application of mine',
  params: z.object({ refundId: idField }),
  answer: refundSchema,
});

/** 409 `refunds.decided` once staff have decided. A repeat answers as the first time. */
export const cancelRefund = contract({
  ...write,
  name: 'refunds.cancel',
  refusals: { 404: ['not-found'], 409: ['refunds.decided'] },
  method: 'post',
  path: '/api/shop/payment-back/:refundId/cancel',
  summary: 'Take a refund application back',
  params: z.object({ refundId: idField }),
  answer: refundSchema,
});

const staff = {
  tag: 'console',
  access: accessOf('decideRefunds'),
  rateLimit: { perMinute: 120 },
} as const;

const staffRefundSchema = refundSchema.omit({ mayCancel: true }).extend({
  /** Whose: name, and the number of the account here. */
  person: z.object({ id: z.string(), name: z.string() }),
  /** With the one who sends it. */
  approvalsNeeded: z.int(),
  /** Those that count: without people who have left since. */
  approvals: z.int(),
  /** Why two approve before it is sent; null: one is enough. */
  twoBecause: z.enum(TWO_APPROVERS_BECAUSE).nullable(),
  steps: z.array(
    z.object({
      action: z.enum(REFUND_ACTIONS),
      by: z.string().nullable(),
      atMs: z.number(),
      note: z.string().nullable(),
    }),
  ),
  /** What the bank sent back, as staff noted it: it waits for a second person, or was carried out. */
  returned: z
    .object({
      id: z.int(),
      documentNumber: z.string(),
      /** Date of the document. */
      documentOn: calendarDay,
      reason: z.string(),
      by: z.string(),
      atMs: z.number(),
    })
    .nullable(),
  /** Actions the reader may take now. */
  may: z.array(z.enum(['approve', 'refuse', 'paid', 'returned', 'approve-return', 'reject-return'])),
});
export type StaffRefund = z.infer<typeof staffRefundSchema>;

/** Those that wait for staff: oldest first; otherwise newest first. */
export const refundsForStaff = contract({
  ...staff,
  name: 'console.refunds',
  refusals: { 404: ['not-found'] },
  method: 'get',
  mayLag: true,
  path: '/api/console/refunds',
  summary: 'Refund applications of everybody',
  access: { roles: STAFF_RIGHTS.readRefunds },
  query: z.strictObject({ ...page, state: z.enum(['waiting', 'all']).default('waiting') }),
  answer: z.object({
    items: z.array(staffRefundSchema),
    waiting: z.int(),
    sums: z.object({ amountTiyin: sumOfRows }),
    ...pageAnswer,
  }),
});

const refundParams = z.object({ refundId: idField });
const aboutRefund = { kind: 'refund', param: 'refundId' } as const;
const words = textWithoutAccounts(3, 500);

/**
 * Of a large sum two people approve; then the money leaves. 403 `refunds.own`; 409 `refunds.decided`,
 * `refunds.second-person` (the same person twice).
 */
export const approveRefund = contract({
  ...staff,
  name: 'console.approve-refund',
  refusals: PAYING_OUT,
  subject: { ...aboutRefund, colleagues: true },
  method: 'post',
  path: '/api/console/refunds/:refundId/approve',
  summary: 'Approve a refund',
  rateLimit: { perMinute: 60 },
  params: refundParams,
  answer: staffRefundSchema,
});

/** 409 `refunds.decided`, and `turned-down-before` from who refused two of the same applicant within 30 days. */
export const refuseRefund = contract({
  ...staff,
  name: 'console.refuse-refund',
  refusals: TURNING_DOWN,
  subject: aboutRefund,
  method: 'post',
  path: '/api/console/refunds/:refundId/refuse',
  summary: 'Refuse a refund with a reason; the money is free again',
  rateLimit: { perMinute: 60 },
  params: refundParams,
  body: z.strictObject({ reason: words }),
  answer: staffRefundSchema,
});

/**
 * 409 `refunds.decided`, `refunds.return-asked`, `refunds.document-used` by a document of another payment, and `refunds.sender` from
 * who sent it.
 */
export const markRefundPaid = contract({
  ...staff,
  name: 'console.refund-paid',
  refusals: PAYING_OUT,
  subject: aboutRefund,
  method: 'post',
  path: '/api/console/refunds/:refundId/paid',
  summary: 'Note that the bank paid a refund',
  rateLimit: { perMinute: 60 },
  params: refundParams,
  /** Number of the bank's document. */
  body: z.strictObject({ bankDocument: writtenLine(1, 60) }),
  answer: staffRefundSchema,
});

const ofReturn = { kind: 'refund-return', param: 'refundId' } as const;
/** The return the decision is about: another one may have taken its place since it was read. */
const returnChosen = { returnId: z.int().min(1) };

/**
 * With the document by which the bank sent the money back. Where one person let it go the money is free at once; where two
 * did, a second one has to agree. The same again answers as the first time; 409 `refunds.return-asked` while another one
 * waits, 422 `refunds.document-date` for a date before the refund or after today, `asked-before` (409) after two that were turned down.
 */
export const returnRefund = contract({
  ...staff,
  name: 'console.refund-returned',
  refusals: {
    403: ['refunds.own'],
    404: ['not-found'],
    409: [
      'asked-before',
      'refunds.decided',
      'refunds.document-used',
      'refunds.return-asked',
      'refunds.return-changed',
      'refunds.second-person',
      'refunds.sender',
      'taken-back-before',
    ],
    422: ['refunds.document-date'],
  },
  subject: aboutRefund,
  method: 'post',
  path: '/api/console/refunds/:refundId/returned',
  summary: 'Note that the bank sent a refund back; the money is free again',
  rateLimit: { perMinute: 60 },
  params: refundParams,
  body: z.strictObject({
    documentNumber: writtenLine(1, 60),
    documentOn: calendarDay,
    reason: words,
  }),
  answer: staffRefundSchema,
});

/** 409 `refunds.second-person` for the one who noted it, `refunds.return-changed` when another one waits by now. */
export const approveRefundReturn = contract({
  ...staff,
  name: 'console.approve-refund-return',
  refusals: {
    403: ['refunds.own'],
    404: ['not-found'],
    409: [
      'asker-left',
      'refunds.decided',
      'refunds.document-used',
      'refunds.return-asked',
      'refunds.return-changed',
      'refunds.second-person',
      'refunds.sender',
    ],
    422: ['refunds.document-date'],
  },
  subject: { ...ofReturn, colleagues: true },
  method: 'post',
  path: '/api/console/refunds/:refundId/returned/approve',
  summary: 'Agree that the bank sent a refund back; the money is free again',
  rateLimit: { perMinute: 60 },
  params: refundParams,
  body: z.strictObject(returnChosen),
  answer: staffRefundSchema,
});

/** Any member of staff, including the one who recorded it; 409 `turned-down-before` for who turned it down twice within 30 days. */
export const rejectRefundReturn = contract({
  ...staff,
  name: 'console.reject-refund-return',
  refusals: TURNING_DOWN,
  subject: ofReturn,
  method: 'post',
  path: '/api/console/refunds/:refundId/returned/reject',
  summary: 'Turn down or take back that the bank sent a refund back; it goes on waiting for the bank',
  rateLimit: { perMinute: 60 },
  params: refundParams,
  body: z.strictObject({ ...returnChosen, reason: words }),
  answer: staffRefundSchema,
});

export const refundContracts = [
  payoutAccounts,
  addPayoutAccount,
  removePayoutAccount,
  payoutCards,
  addPayoutCard,
  confirmPayoutCard,
  removePayoutCard,
  refundTerms,
  createRefund,
  myRefunds,
  myRefund,
  cancelRefund,
  refundsForStaff,
  approveRefund,
  refuseRefund,
  markRefundPaid,
  returnRefund,
  approveRefundReturn,
  rejectRefundReturn,
];
