import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { PAYMENT_CAUSES, PAYMENT_STATUSES } from '../../lifecycles/payment.ts';
import { contract } from '../contract.ts';
import { idField, sumOfRows, uuid, wholeNumber } from '../fields.ts';
import { periodFields } from '../period.ts';
import { accessOf, STAFF_RIGHTS } from '../console/staff-rights.ts';
import { writtenText } from '../written-texts.ts';

/** Payment systems for top-ups. */
export const PAYMENT_PROVIDERS = ['payme', 'click', 'uzum', 'paynet'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** Least and largest top-up, in tiyin: 1 000 UZS to 500 million UZS. */
export const TOP_UP_LIMITS = { minTiyin: 100_000, maxTiyin: 50_000_000_000 } as const;

const providerSchema = z.enum(PAYMENT_PROVIDERS);
const statusSchema = z.enum(PAYMENT_STATUSES);
const sumSchema = z.int().min(1).max(MAX_TIYIN);

const topUpOptionsSchema = z.object({
  minTiyin: sumSchema,
  maxTiyin: sumSchema,
  /** In the order they are offered; empty where none is set up. */
  providers: z.array(
    z.object({
      id: providerSchema,
      name: z.string(),
      /** Own path of the picture. */
      logo: z.string(),
      /** A local stand-in without real money. */
      pretend: z.boolean(),
    }),
  ),
});
export type TopUpOptions = z.infer<typeof topUpOptionsSchema>;

export const topUpOptions = contract({
  name: 'payments.top-up-options',
  inRoom: 'any',
  refusals: {},
  method: 'get',
  path: '/api/shop/payment/top-up/options',
  summary: 'Providers a balance can be topped up through, and the limits of a sum',
  tag: 'payments',
  access: 'signed-in',
  rateLimit: { perMinute: 120 },
  answer: topUpOptionsSchema,
});

/**
 * Open to who goes on bidding alone as well: how high one may offer follows the balance. The same `requestId` again answers with
 * the same payment: 422 `payments.request-reused` with another sum, provider or way back, 409 `payments.request-ended` when it can
 * no longer be paid.
 */
export const topUp = contract({
  name: 'payments.top-up',
  inRoom: 'any',
  refusals: {
    409: ['payments.request-ended'],
    422: ['payments.not-offered', 'payments.too-small', 'payments.too-large', 'payments.request-reused'],
  },
  method: 'post',
  path: '/api/shop/payment/top-up',
  summary: 'Begin a top-up of my balance; go on at the address answered',
  tag: 'payments',
  access: 'signed-in',
  rateLimit: { perMinute: 20 },
  body: z.strictObject({
    provider: providerSchema,
    amountTiyin: z.int().min(1).max(MAX_TIYIN),
    requestId: uuid,
    /** Own path to come back to when the money is there. */
    returnTo: z.string().max(2_000).optional(),
  }),
  answer: z.object({ paymentId: z.int(), checkoutUrl: z.string() }),
});

const paymentSchema = z.object({
  id: z.int(),
  /** Given when it is paid: `R-2026-100001`. */
  receiptNumber: z.string().nullable(),
  provider: providerSchema,
  providerName: z.string(),
  amountTiyin: sumSchema,
  status: statusSchema,
  cause: z.enum(PAYMENT_CAUSES).nullable(),
  createdAtMs: z.number(),
  paidAtMs: z.number().nullable(),
  /** When it was cancelled, failed or returned. */
  endedAtMs: z.number().nullable(),
});
export type PaymentView = z.infer<typeof paymentSchema>;

const pageQuery = {
  page: wholeNumber(1, 100_000).default(1),
  size: wholeNumber(1, 100).default(20),
};

const listQuery = {
  ...pageQuery,
  status: statusSchema.optional(),
  provider: providerSchema.optional(),
  ...periodFields,
};

const pageAnswer = { total: z.int(), page: z.int(), size: z.int() };

/** The newest first. */
export const myPayments = contract({
  name: 'payments.mine',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/payments',
  summary: 'My payments',
  tag: 'payments',
  access: 'signed-in',
  rateLimit: { perMinute: 120 },
  query: z.object(listQuery),
  answer: z.object({ items: z.array(paymentSchema), ...pageAnswer }),
});

const paymentDetailsSchema = paymentSchema.extend({
  /** Where the person wanted to go on. */
  returnTo: z.string().nullable(),
  /** Where an unpaid payment can still be paid; null when it cannot. */
  checkoutUrl: z.string().nullable(),
});
export type PaymentDetails = z.infer<typeof paymentDetailsSchema>;

export const myPayment = contract({
  name: 'payments.details',
  refusals: { 404: ['payments.not-found'] },
  method: 'get',
  path: '/api/shop/user/payments/:paymentId',
  summary: 'One of my payments',
  tag: 'payments',
  access: 'signed-in',
  rateLimit: { perMinute: 240 },
  params: z.object({ paymentId: idField }),
  answer: paymentDetailsSchema,
});

export const paymentReceipt = contract({
  name: 'payments.receipt',
  refusals: { 404: ['payments.no-receipt'] },
  method: 'get',
  path: '/api/shop/user/payments/:paymentId/receipt',
  summary: 'Receipt of a paid payment, PDF',
  tag: 'payments',
  access: 'signed-in',
  rateLimit: { perMinute: 30 },
  params: z.object({ paymentId: idField }),
  file: ['application/pdf'],
  /** The bytes of the PDF. */
  answer: z.string(),
});

const console = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readPayments },
  rateLimit: { perMinute: 120 },
} as const;

const consolePaymentSchema = paymentSchema.extend({
  personId: z.string(),
  personName: z.string(),
  /** The provider's number of its last transaction; null before the first. */
  providerNumber: z.string().nullable(),
});
export type ConsolePayment = z.infer<typeof consolePaymentSchema>;

/** The newest first. `search`: number of a payment or receipt, or the provider's number. */
export const consolePayments = contract({
  ...console,
  name: 'console.payments',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/payments',
  summary: 'Payments of everybody',
  query: z.object({ ...listQuery, search: z.string().trim().max(100).optional() }),
  answer: z.object({
    items: z.array(consolePaymentSchema),
    sums: z.object({ amountTiyin: sumOfRows }),
    ...pageAnswer,
  }),
});

/** How our books and a provider's may differ, or what was wrong with its call. */
const MISMATCH_KINDS = [
  'missing-here',
  'missing-there',
  'amount-differs',
  'state-differs',
  'wrong-amount',
  'wrong-account',
  'cancelled-after-paid',
  'not-confirmed',
  'person-disabled',
] as const;
export type MismatchKind = (typeof MISMATCH_KINDS)[number];

const mismatchSchema = z.object({
  id: z.int(),
  provider: providerSchema,
  kind: z.enum(MISMATCH_KINDS),
  /** The provider's number of the payment. */
  providerNumber: z.string(),
  paymentId: z.int().nullable(),
  /** What we have and what the provider says; null: nothing. */
  ours: z.object({ amountTiyin: z.number(), state: z.string() }).nullable(),
  theirs: z.object({ amountTiyin: z.number(), state: z.string() }).nullable(),
  seenAtMs: z.number(),
  lastSeenAtMs: z.number(),
  /** How often it was met. */
  times: z.int(),
  settled: z.object({ atMs: z.number(), by: z.string(), note: z.string() }).nullable(),
});
export type PaymentMismatch = z.infer<typeof mismatchSchema>;

const reconciliationSchema = z.object({
  provider: providerSchema,
  /** Null before the first one. */
  last: z
    .object({
      atMs: z.number(),
      fromMs: z.number(),
      toMs: z.number(),
      compared: z.int(),
      found: z.int(),
      /** `away`: the provider did not answer; the next round retries. */
      outcome: z.enum(['done', 'away']),
    })
    .nullable(),
  /** Whether this provider has a statement to reconcile with; otherwise there are only its calls. */
  askable: z.boolean(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

export const paymentMismatches = contract({
  ...console,
  name: 'console.payment-mismatches',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/payments/mismatches',
  summary: 'Where our books and those of a provider differ',
  query: z.object({ ...pageQuery, state: z.enum(['open', 'settled', 'all']).default('open') }),
  answer: z.object({
    items: z.array(mismatchSchema),
    ...pageAnswer,
    open: z.int(),
    providers: z.array(reconciliationSchema),
  }),
});

/**
 * The first decision counts: a repeat is answered with who made it. 409 `payments.paid-there` while the provider says that a payment
 * which was begun here is paid: it is credited; `payments.two-persons` above the limit of one person: it is proposed as a decision of the
 * kind `note-difference`. 503 `payments.provider-away` where the provider of such a payment does not answer.
 */
export const settleMismatch = contract({
  ...console,
  name: 'console.settle-mismatch',
  refusals: { 404: ['not-found'], 409: ['payments.paid-there', 'payments.two-persons'] },
  subject: { kind: 'payment-difference', param: 'mismatchId' },
  method: 'post',
  path: '/api/console/payments/mismatches/:mismatchId/settle',
  summary: 'Note what was done about a difference',
  access: accessOf('settlePayments'),
  rateLimit: { perMinute: 60 },
  params: z.object({ mismatchId: idField }),
  body: z.strictObject({ note: writtenText(3, 1_000) }),
  answer: mismatchSchema,
});

/**
 * Credits a payment whose callback never arrived, after the provider has confirmed it again. 409 `payments.two-persons` above the limit of
 * one person: it is proposed as a decision of the kind `missed-payment`.
 */
export const creditMismatch = contract({
  ...console,
  name: 'console.credit-mismatch',
  refusals: {
    403: ['payments.own-payment'],
    404: ['not-found'],
    409: ['payments.not-confirmed', 'payments.not-creditable', 'payments.two-persons'],
  },
  subject: { kind: 'payment-difference', param: 'mismatchId' },
  method: 'post',
  path: '/api/console/payments/mismatches/:mismatchId/credit',
  summary: 'Credit a payment that the provider confirms and we have not heard of',
  access: accessOf('settlePayments'),
  rateLimit: { perMinute: 30 },
  params: z.object({ mismatchId: idField }),
  answer: mismatchSchema,
});

export const paymentContracts = [
  topUpOptions,
  topUp,
  myPayments,
  myPayment,
  paymentReceipt,
  consolePayments,
  paymentMismatches,
  settleMismatch,
  creditMismatch,
];
