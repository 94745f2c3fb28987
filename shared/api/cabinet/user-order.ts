import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { STAFF_REASON } from '../../limits/room-actions.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import {
  AFTER_REVOKE,
  APPLICANT_FACTS,
  APPLY_REFUSALS,
  CANCEL_REFUSALS,
  CODE_PROBLEMS,
  REVOKE_REFUSALS,
} from '../../lifecycles/trade-application-refusals.ts';
import { DEPOSIT_STATES } from '../../lifecycles/deposit.ts';
import { APPLICATION_STATUSES } from '../../lifecycles/trade-application.ts';
import { ORDER_LIMITS } from '../../orders/order-fields.ts';
import { contract } from '../contract.ts';
import { uuid, wholeNumber } from '../fields.ts';
import { photoSchema } from '../site/lots.ts';
import { periodFields } from '../period.ts';
import {
  boughtSchema,
  otherQuantitySchema,
  purchaseOverSchema,
  purchaseRefusedSchema,
  reservedSchema,
} from './purchases.ts';
import { STAFF_RIGHTS } from '../console/staff-rights.ts';
import { textWithoutAccounts } from '../written-texts.ts';

const lotId = z.int().min(1).max(MAX_TIYIN);
const code = z.string().regex(/^\d{6}$/);
/** Units of a lot at a fixed price; absent: one. Not of an auction. */
const quantity = z.int().min(1).max(ORDER_LIMITS.quantity).optional();
const tiyin = z.int().min(0);

/** What a code is sent or asked again for; times in ms. */
const codeSent = z.object({
  verdict: z.literal('sent'),
  resendAfterMs: z.int(),
  expiresAtMs: z.int(),
  /** Where it went, masked; null where it was not sent. */
  to: z.object({ phone: z.string().nullable(), email: z.string().nullable() }),
});
const codeWait = z.object({ verdict: z.literal('wait'), resendAfterMs: z.int() });
const codeLimit = z.object({ verdict: z.literal('limit'), untilMs: z.int().nullable() });
/** Neither the telephone network nor the mail took it: nothing was sent, and nothing counts. */
const codeUndelivered = z.object({ verdict: z.literal('undelivered') });
const codeProblem = z.object({ verdict: z.literal('code'), problem: z.enum(CODE_PROBLEMS) });

const applyRefusedSchema = z.object({
  verdict: z.literal('refused'),
  reason: z.enum(APPLY_REFUSALS),
  /** With `short-balance`: what has to be topped up, and the whole deposit. */
  missingTiyin: tiyin.nullable(),
  depositTiyin: tiyin,
  /** With `profile`: what has to be filled in or confirmed. */
  missingFacts: z.array(z.enum(APPLICANT_FACTS)),
  /** With `barred`: the last barred day in Tashkent, `YYYY-MM-DD`. */
  barredUntil: z.string().nullable(),
});
export type ApplyRefused = z.infer<typeof applyRefusedSchema>;

const cancelRefused = z.object({ verdict: z.literal('refused'), reason: z.enum(CANCEL_REFUSALS) });

const applicationRowSchema = z.object({
  id: z.int(),
  lotId: z.int(),
  lotNumber: z.string(),
  title: localizedTextSchema,
  photo: photoSchema.nullable(),
  lotStatus: z.literal(Object.values(LOT_STATUS)),
  practice: z.boolean(),
  startPriceTiyin: tiyin,
  /** Last confirmed price of the room. */
  priceTiyin: tiyin.nullable(),
  opensAtMs: z.int(),
  /** End of the trade as it is now. */
  deadlineMs: z.int(),
  applicationsUntilMs: z.int(),
  status: z.enum(APPLICATION_STATUSES),
  /** Number in the room. */
  number: z.int(),
  /** I lead the room. */
  leading: z.boolean(),
  depositTiyin: tiyin,
  deposit: z.enum(DEPOSIT_STATES),
  appliedAtMs: z.int(),
  /** When the application ended: cancelled, turned down, or with the auction. */
  endedAtMs: z.int().nullable(),
  /** Deadline for cancelling, as far as known without asking the room; null: no longer possible. */
  cancelUntilMs: z.int().nullable(),
  /** Until when I may protest against the result; absent: I may not, or no longer. */
  protestUntilMs: z.int().optional(),
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;

const sendCodeAnswer = z.discriminatedUnion('verdict', [
  codeSent,
  codeWait,
  codeLimit,
  codeUndelivered,
  applyRefusedSchema,
  /** There is an application already: nothing has to be confirmed. */
  z.object({ verdict: z.literal('applied'), application: applicationRowSchema }),
  /** The following for a lot at a fixed price. With `wait`, `limit` and `undelivered` nothing is reserved, either. */
  reservedSchema,
  otherQuantitySchema,
  purchaseRefusedSchema,
]);
export type SendApplyCodeAnswer = z.infer<typeof sendCodeAnswer>;

/** A code costs an SMS: few, and none while the counters are away. */
const codeLimits = { rateLimit: { perMinute: 10 }, whenLimiterIsDown: 'closed' } as const;

/**
 * Everything that would refuse the application is checked first, so that a code is sent only if it can be used. For a lot at
 * a fixed price the units and their price are set aside for five minutes, once however often it is called: another call sends
 * another code for the same reservation and does not prolong it.
 */
export const sendApplyCode = contract({
  name: 'user-order.send-code',
  refusals: { 404: ['not-found'], 422: ['winlot.no-parts'] },
  method: 'post',
  path: '/api/shop/user-order/send-code',
  summary: 'A code by SMS and e-mail that confirms my application for a lot',
  tag: 'user-order',
  access: 'signed-in',
  ...codeLimits,
  /** `byParts`: of a lot at a fixed price that offers it, only the first part is held and paid; 422 `winlot.no-parts` otherwise. */
  body: z.strictObject({ lotId, quantity, byParts: z.boolean().default(false) }),
  answer: sendCodeAnswer,
});

/** The same from the cabinet. */
export const sendApplyCodeFromCabinet = contract({
  name: 'cabinet.send-code-for-create-user-order',
  refusals: { 404: ['not-found'], 422: ['winlot.no-parts'] },
  method: 'post',
  path: '/api/shop/cabinet/send-code-for-create-user-order',
  summary: 'A code by SMS and e-mail that confirms my application, asked for in the cabinet',
  tag: 'cabinet',
  access: 'signed-in',
  ...codeLimits,
  /** `byParts`: of a lot at a fixed price that offers it, only the first part is held and paid; 422 `winlot.no-parts` otherwise. */
  body: z.strictObject({ lotId, quantity, byParts: z.boolean().default(false) }),
  answer: sendCodeAnswer,
});

/**
 * Holds the deposit and draws the number in one step. Repeating it answers the same application. For a lot at a fixed price it
 * buys what is reserved, also by whom one person of staff has shut out meanwhile; repeating it with that code answers the same purchase.
 */
export const createUserOrder = contract({
  name: 'user-order.create-user-order',
  inRoom: true,
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/user-order/create-user-order',
  summary: 'Apply for a lot: the deposit is held',
  tag: 'user-order',
  access: 'signed-in',
  rateLimit: { perMinute: 20 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({ lotId, code }),
  answer: z.discriminatedUnion('verdict', [
    z.object({
      verdict: z.literal('applied'),
      /** It was there before this call. */
      already: z.boolean(),
      application: applicationRowSchema,
    }),
    applyRefusedSchema,
    codeProblem,
    boughtSchema,
    purchaseOverSchema,
  ]),
});
export type CreateUserOrderAnswer = z.infer<typeof createUserOrder.answer>;

export const sendCancelCode = contract({
  name: 'user-order.send-code-cancel-user-order',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/user-order/send-code-cancel-user-order',
  summary: 'A code by SMS and e-mail that confirms the cancellation of my application',
  tag: 'user-order',
  access: 'signed-in',
  ...codeLimits,
  body: z.strictObject({ lotId }),
  answer: z.discriminatedUnion('verdict', [
    codeSent,
    codeWait,
    codeLimit,
    codeUndelivered,
    cancelRefused,
    /** A reservation of a lot at a fixed price is given up without a code. */
    z.object({ verdict: z.literal('not-needed') }),
  ]),
});
export type SendCancelCodeAnswer = z.infer<typeof sendCancelCode.answer>;

/**
 * First the room, then the money: the deposit is back when this answers `cancelled`. Repeating it says so again. A reservation
 * of a lot at a fixed price is given up without a code and costs nothing; 422 `user-order.no-code` for an application without.
 */
export const cancelUserOrder = contract({
  name: 'cabinet.cancel-user-order',
  refusals: { 404: ['not-found'], 422: ['user-order.no-code'] },
  method: 'post',
  path: '/api/shop/cabinet/cancel_user_order',
  summary: 'Cancel my application: the deposit is released',
  tag: 'cabinet',
  access: 'signed-in',
  rateLimit: { perMinute: 20 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({ lotId, code: code.optional() }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('cancelled'), already: z.boolean(), releasedTiyin: tiyin }),
    cancelRefused,
    codeProblem,
  ]),
});

const pageOf = {
  page: wholeNumber(1, 100_000).default(1),
  size: wholeNumber(1, 100).default(20),
};

/** `state=current`: auctions that have not ended, soonest end first; otherwise the newest application first. */
export const myApplications = contract({
  token: 'read',
  name: 'cabinet.my-application',
  refusals: {},
  method: 'get',
  path: '/api/shop/cabinet/my-application',
  summary: 'My applications',
  tag: 'cabinet',
  access: 'signed-in',
  rateLimit: { perMinute: 120 },
  query: z.object({
    ...pageOf,
    state: z.enum(['all', 'current', 'ended']).default('all'),
    status: z.enum(APPLICATION_STATUSES).optional(),
    /** Number of a lot. */
    lot: wholeNumber(1).optional(),
    ...periodFields,
  }),
  answer: z.object({
    items: z.array(applicationRowSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** The server's clock, for what the rows count down to. */
    serverAtMs: z.int(),
  }),
});

export const consoleApplicationSchema = applicationRowSchema
  .omit({ photo: true, cancelUntilMs: true, protestUntilMs: true })
  .extend({
    /** Null in lots the reader bids on or sells, under any account: rivals stay unknown there. */
    person: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** Limit of offers in the room; null: none, or hidden together with the person. */
    limitTiyin: tiyin.nullable(),
    /** Why staff revoked the right to the lot; null: they did not. */
    revokedBecause: z.string().nullable(),
    /** As far as known without asking the room. */
    mayRevoke: z.boolean(),
  });
export type ConsoleApplication = z.infer<typeof consoleApplicationSchema>;

export const consoleApplications = contract({
  name: 'console.applications',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/applications',
  summary: 'Applications for lots and what became of their deposits',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readApplications },
  rateLimit: { perMinute: 120 },
  query: z.object({
    ...pageOf,
    status: z.enum(APPLICATION_STATUSES).optional(),
    deposit: z.enum(DEPOSIT_STATES).optional(),
    lot: wholeNumber(1).optional(),
    person: uuid.optional(),
  }),
  answer: z.object({
    items: z.array(consoleApplicationSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

/**
 * A second person approves it like any request about a room, before bidding begins too; then the deposit is released. Confirmed prices remain; a person who still leads at the close
 * then counts as declining, and the deposit is forfeited, unless the lot is withdrawn with the revocation.
 */
export const requestRevoke = contract({
  name: 'console.request-revoke',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/console/applications/:id/revoke-request',
  summary: 'Ask to take the right to bid on a lot away from a participant; a second person approves',
  subject: { kind: 'application', param: 'id' },
  tag: 'console',
  access: { roles: STAFF_RIGHTS.revokeApplications },
  rateLimit: { perMinute: 60 },
  params: z.object({ id: wholeNumber(1) }),
  body: z.strictObject({
    reason: textWithoutAccounts(STAFF_REASON.min, STAFF_REASON.max),
    /** What becomes of the lot in the same step. */
    lot: z.enum(AFTER_REVOKE),
  }),
  answer: z.discriminatedUnion('verdict', [
    /** `already`: this request about the participant was pending before. */
    z.object({
      verdict: z.literal('requested'),
      already: z.boolean(),
      requestId: z.int(),
      expiresAtMs: z.int(),
    }),
    z.object({ verdict: z.literal('refused'), reason: z.enum(REVOKE_REFUSALS) }),
  ]),
});

export const userOrderContracts = [
  sendApplyCode,
  sendApplyCodeFromCabinet,
  createUserOrder,
  sendCancelCode,
  cancelUserOrder,
  myApplications,
  consoleApplications,
  requestRevoke,
];
