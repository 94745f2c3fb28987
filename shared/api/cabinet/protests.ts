import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import {
  PROTEST_ACTIONS,
  PROTEST_ANSWERS,
  PROTEST_REFUSALS,
  PROTEST_STATES,
} from '../../lifecycles/protest.ts';
import { PROTEST_DECISION_TEXT, PROTEST_TEXT } from '../../limits/protests.ts';
import { contract } from '../contract.ts';
import { idField, wholeNumber } from '../fields.ts';
import { documentSchema } from './files.ts';
import { accessOf, STAFF_RIGHTS } from '../console/staff-rights.ts';
import { textWithoutAccounts, writtenText } from '../written-texts.ts';

/** What calls that decide refuse. */
const DECIDING = { 404: ['not-found'], 409: ['protests.over', 'protests.second-person'] } as const;

const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;
const mine = { tag: 'protests', access: 'signed-in', rateLimit: { perMinute: 120 } } as const;
const writing = { ...mine, method: 'post', rateLimit: { perMinute: 20 } } as const;

const protestSchema = z.object({
  id: z.int(),
  lotId: z.int(),
  title: localizedTextSchema,
  lotStatus: z.literal(Object.values(LOT_STATUS)),
  /** The author's number in the room. */
  bidderNumber: z.int(),
  text: z.string(),
  state: z.enum(PROTEST_STATES),
  filedAtMs: z.int(),
  /** Until then staff admit it or not; their silence admits it. */
  admitByMs: z.int(),
  /** Until then the customer may answer; null: it is not admitted, or not yet. */
  answerByMs: z.int().nullable(),
  answer: z.object({ verdict: z.enum(PROTEST_ANSWERS), text: z.string(), atMs: z.int() }).nullable(),
  decidedAtMs: z.int().nullable(),
  /** Why it was upheld or dismissed; null: not decided, or without a reason of staff. */
  decision: z.string().nullable(),
});

/** For its author. */
const myProtestSchema = protestSchema.extend({
  canWithdraw: z.boolean(),
  /** Until then files can be added to it; null: no longer. */
  filesUntilMs: z.int().nullable(),
});
export type MyProtest = z.infer<typeof myProtestSchema>;

/** For the customer of the lot: its author is a number. */
const customerProtestSchema = protestSchema.extend({
  canAnswer: z.boolean(),
  /** A rejection ends the protest; otherwise staff decide about it. */
  rejectionEnds: z.boolean(),
  files: z.array(documentSchema),
});
export type CustomerProtest = z.infer<typeof customerProtestSchema>;

export const myProtests = contract({
  ...mine,
  name: 'protests.list',
  refusals: {},
  method: 'get',
  path: '/api/shop/protests',
  summary: 'My protests, the newest first',
  query: z.strictObject(paged),
  answer: z.object({
    items: z.array(myProtestSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

/** 404 for lots that do not exist. */
export const protestOfLot = contract({
  ...mine,
  name: 'protests.of-lot',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/protests/lot/:lotId',
  summary: 'Whether I may protest against the result of a lot, until when, and my protest',
  params: z.object({ lotId: idField }),
  answer: z.object({
    /** The end of the time for protests; null: the auction has not ended. */
    untilMs: z.int().nullable(),
    canFile: z.boolean(),
    /** Why not; null: I may, or I have. */
    refusal: z.enum(PROTEST_REFUSALS).nullable(),
    mine: myProtestSchema.nullable(),
    /** A protest against this result is not decided: the payout waits. */
    open: z.boolean(),
  }),
});
export type ProtestOfLot = z.infer<typeof protestOfLot.answer>;

/**
 * Once for each person and lot; a repeat answers the first one with `already`. It holds up the payout of the lot at once, and its
 * payment once it is admitted.
 * `refused`: nothing was written. 404 for lots that do not exist.
 */
export const fileProtest = contract({
  ...writing,
  name: 'protests.file',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/protests/file',
  summary: 'Protest against the result of an auction I took part in',
  body: z.strictObject({
    lotId: z.int().min(1).max(MAX_TIYIN),
    text: writtenText(PROTEST_TEXT.min, PROTEST_TEXT.max),
  }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('filed'), already: z.boolean(), protest: myProtestSchema }),
    z.object({ verdict: z.literal('refused'), reason: z.enum(PROTEST_REFUSALS) }),
  ]),
});

/** While the customer has not answered. A repeat answers `withdrawn` again. 404 for protests of others. */
export const withdrawProtest = contract({
  ...writing,
  name: 'protests.withdraw',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/protests/withdraw',
  summary: 'Withdraw my protest',
  body: z.strictObject({ protestId: z.int().min(1).max(MAX_TIYIN) }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('withdrawn'), already: z.boolean(), protest: myProtestSchema }),
    /** It was answered or decided first. */
    z.object({ verdict: z.literal('over'), protest: myProtestSchema }),
  ]),
});

/** 404 for orders of others. They are answered by the actions `accept-protest` and `reject-protest` of the order. */
export const protestsOfOrder = contract({
  ...mine,
  name: 'protests.of-order',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/protests/order/:orderId',
  summary: 'Protests against results of my order’s lots, those to be answered first',
  params: z.object({ orderId: idField }),
  answer: z.object({ items: z.array(customerProtestSchema) }),
});

const PROTEST_MOVES = ['admit', 'refuse', 'uphold', 'dismiss'] as const;
export type ProtestMove = (typeof PROTEST_MOVES)[number];

const person = z.object({ id: z.string(), name: z.string() });
const staffProtestSchema = protestSchema.extend({
  /** Null in lots the reader sells or takes part in, under any account: such a reader gets no files either. */
  author: person.nullable(),
  /** null as the author. */
  bidderNumber: z.int().nullable(),
  /** null: the operator's own lot, or as the author. */
  customer: person.nullable(),
  orderId: z.int().nullable(),
  /** A rejection of the customer does not end it. */
  isState: z.boolean(),
  files: z.array(documentSchema),
  /** Persons who must be for upholding it, by the lot's present status; and those who are. */
  needed: z.int(),
  agreed: z.int(),
  steps: z.array(
    z.object({
      action: z.enum(PROTEST_ACTIONS),
      by: z.string(),
      atMs: z.int(),
      note: z.string().nullable(),
    }),
  ),
  /** Actions the reader may take now. */
  may: z.array(z.enum(PROTEST_MOVES)),
});
export type StaffProtest = z.infer<typeof staffProtestSchema>;

const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readProtests },
  rateLimit: { perMinute: 120 },
} as const;

/** `decide`: those that wait for staff, to be admitted or decided; `open`: all that are not decided. The earliest deadline first, else the newest. */
export const consoleProtests = contract({
  ...staff,
  name: 'console.protests',
  refusals: { 404: ['not-found'] },
  method: 'get',
  mayLag: true,
  path: '/api/console/protests',
  summary: 'Protests against results of auctions',
  query: z.strictObject({
    state: z.enum(['decide', 'open', ...PROTEST_STATES, 'all']).default('decide'),
    lotId: idField.optional(),
    ...paged,
  }),
  answer: z.object({
    items: z.array(staffProtestSchema),
    /** How many wait for staff, whatever `state` asks for. */
    toDecide: z.int(),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const deciding = {
  ...staff,
  access: accessOf('decideProtests'),
  rateLimit: { perMinute: 60 },
  subject: { kind: 'protest', param: 'protestId' },
  method: 'post',
  params: z.object({ protestId: idField }),
  body: z.strictObject({
    reason: textWithoutAccounts(PROTEST_DECISION_TEXT.min, PROTEST_DECISION_TEXT.max),
  }),
  answer: staffProtestSchema,
} as const;

/**
 * Stops the sale of the lot, for five working days at most, and puts it to the customer; staff decide where there is none. 409
 * `protests.over` where it was admitted or not before.
 */
export const admitProtest = contract({
  ...deciding,
  name: 'console.admit-protest',
  refusals: DECIDING,
  path: '/api/console/protests/:protestId/admit',
  summary: 'Admit a protest',
});

/** It has no consequences, and the sale goes on. 409 `protests.over` where it was admitted or not before. */
export const refuseProtest = contract({
  ...deciding,
  name: 'console.refuse-protest',
  refusals: DECIDING,
  path: '/api/console/protests/:protestId/refuse',
  summary: 'Do not admit a protest',
});

/**
 * Cancels the result of the auction and returns all money; of a sold lot the second of two persons does. 409 `protests.over`
 * where it waits for no decision, `protests.second-person` from one who has agreed already.
 */
export const upholdProtest = contract({
  ...deciding,
  name: 'console.uphold-protest',
  refusals: DECIDING,
  subject: { ...deciding.subject, colleagues: true },
  path: '/api/console/protests/:protestId/uphold',
  summary: 'Uphold a protest; the result of a sold lot needs two persons',
});

/** The result stays, and the sale goes on. 409 `protests.over` where it waits for no decision. */
export const dismissProtest = contract({
  ...deciding,
  name: 'console.dismiss-protest',
  refusals: DECIDING,
  path: '/api/console/protests/:protestId/dismiss',
  summary: 'Dismiss a protest',
});

export const protestContracts = [
  myProtests,
  protestOfLot,
  fileProtest,
  withdrawProtest,
  protestsOfOrder,
  consoleProtests,
  admitProtest,
  refuseProtest,
  upholdProtest,
  dismissProtest,
];
