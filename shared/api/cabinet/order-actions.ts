import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { ORDER_ACTIONS } from '../../lifecycles/order-actions.ts';
import { ORDER_STATES } from '../../lifecycles/order-states.ts';
import { ORDER_LIMITS } from '../../orders/order-fields.ts';
import { PROTEST_ANSWER_TEXT } from '../../limits/protests.ts';
import { PROFILE_FACTS } from '../../validation/profile-facts.ts';
import { contract } from '../contract.ts';
import { versionInBody } from '../fields.ts';
import { orderProblemSchema } from './orders.ts';
import { documentToSignSchema, SIGNATURE_REFUSALS, signedAnswerSchema } from './signatures.ts';
import { textWithoutAccounts } from '../written-texts.ts';

const mine = { tag: 'orders', access: 'signed-in', rateLimit: { perMinute: 60 } } as const;
const write = { ...mine, method: 'post', rateLimit: { perMinute: 30 } } as const;

const orderId = z.int().min(1).max(MAX_TIYIN);
const tiyin = z.int().min(0);

/** Why an order without a sale cannot be closed now. */
const CLOSE_OBSTACLES = [
  /** Its lot has not ended without a sale. */
  'lot-not-over',
  /** The sole or the reserve participant has not answered. */
  'open-offer',
  'open-protest',
  /** Participants may still protest. */
  'protest-window',
  /** The rules of state property put its lot on trade again, whatever its customer wants. */
  'repeat-by-rules',
  /** The end of the stay in trade waits for a repeat that is planned; the customer closes the order with it. */
  'repeat-planned',
] as const;
export type CloseObstacle = (typeof CLOSE_OBSTACLES)[number];

/** Why the person cannot send, withdraw, repeat or close an order now. */
export const SENDING_REFUSALS = [
  'role',
  'profile',
  /** The PINFL tells that the person is not of age. */
  'under-age',
  'offer',
  'barred',
  /** Of `duplicate`: a natural person has too many orders that are not over. */
  'too-many-open',
  /** A penalty for withdrawals is not paid. */
  'owes',
  /** Two of staff have rejected it, or others that are copies of the same order, within 30 days. */
  'rejected-before',
  /** A moderator examines the order. */
  'claimed',
  /** A price is confirmed in the room of the lot: it is no longer withdrawn by its customer. */
  'has-price',
  /** The room did not answer in time: the wish is recorded and carried out as soon as it does. */
  'busy',
  /** `repeat-planned` also of `repeat`, `repeat-by-rules` also of `stop-repeats`. */
  ...CLOSE_OBSTACLES,
  /** Of `repeat`: its rule set repeats no lots, or it is sold at a fixed price. */
  'repeat-impossible',
  /** Of `repeat`: too long after the first publication. */
  'repeat-too-late',
  /** Of `repeat`: staff stopped it. */
  'repeat-by-staff',
  /** Of `repeat`: the price may not fall by so much. */
  'repeat-cut',
  /** Of `stop-repeats`: nothing is planned. */
  'repeat-none',
  /** The protest is answered or decided already, or its time has passed. */
  'protest-over',
] as const;
const refused = z.object({
  verdict: z.literal('refused'),
  reason: z.enum(SENDING_REFUSALS),
  /** With `profile`: what has to be filled in or confirmed. */
  missingFacts: z.array(z.enum(PROFILE_FACTS)),
  /** With `barred`: the last barred day in Tashkent, `YYYY-MM-DD`. */
  barredUntil: z.string().nullable(),
  /** With `owes`: what is to be paid. */
  owedTiyin: tiyin,
  /** With `claimed`: when the claim ends by itself, ms. */
  claimedUntilMs: z.int().nullable(),
  /** With `protest-window`: when the time for protests ends, ms. */
  protestUntilMs: z.int().nullable(),
});
export type ActionRefused = z.infer<typeof refused>;

/** The order is not complete: it is not sent. */
const incomplete = z.object({ verdict: z.literal('incomplete'), problems: z.array(orderProblemSchema) });

const actedOrder = z.object({ id: z.int(), status: z.enum(ORDER_STATES), version: z.int() });

/**
 * What an action would do; nothing is changed yet. 404 for orders of other people; 409 `orders.changed` when the order
 * was changed after that version (`details.version`); 409 `order-action.not-possible` in a state that does not allow it
 * (`details.state`, `details.possible`).
 */
export const doAct = contract({
  ...write,
  name: 'order-action.do-act',
  refusals: { 404: ['not-found'], 409: ['order-action.not-possible', 'orders.changed'] },
  path: '/api/shop/order-action/do-act',
  summary: 'What an action on my order would do, with a token to carry it out',
  body: z.strictObject({
    orderId,
    version: versionInBody,
    action: z.enum(ORDER_ACTIONS),
    /** Of `duplicate`; 1 by default. */
    copies: z.int().min(ORDER_LIMITS.copiesMin).max(ORDER_LIMITS.copies).optional(),
    /** Of `repeat`: by how much of the first price the start price falls, in basis points; absent: as the order says. */
    cutBp: z.int().min(0).max(10_000).optional(),
    /** Of `accept-protest` and `reject-protest`: which one, and why. */
    protestId: z.int().min(1).max(MAX_TIYIN).optional(),
    reason: textWithoutAccounts(PROTEST_ANSWER_TEXT.min, PROTEST_ANSWER_TEXT.max).optional(),
  }),
  answer: z.discriminatedUnion('verdict', [
    z.object({
      verdict: z.literal('ready'),
      action: z.enum(ORDER_ACTIONS),
      /** Used once, by this person for this version of the order. */
      token: z.string(),
      expiresAtMs: z.int(),
      consequence: z.object({
        /** State of the order afterwards. */
        to: z.enum(ORDER_STATES),
        /** Owed by the customer because of it; 0: nothing. */
        penaltyTiyin: tiyin,
        /** Of `withdraw-from-trade`: how many orders the customer will have withdrawn. */
        withdrawalCount: z.int().nullable(),
        /** New orders made by it. */
        copies: z.int(),
        /** Of `repeat`: when the lot is published again, and at which start price; the cut is of the first price. */
        repeat: z.object({ publishAtMs: z.int(), startPriceTiyin: tiyin, cutBp: z.int() }).nullable(),
        /** Of `send`: what has to be signed. */
        toSign: documentToSignSchema.nullable(),
      }),
    }),
    refused,
    incomplete,
  ]),
});
export type DoActAnswer = z.infer<typeof doAct.answer>;

/**
 * Carries out what `do-act` announced, once: a repeat answers the same with `repeated`. 404 for an unknown token or one
 * of another person; 409 `order-action.expired`, also when a withdrawal costs more than `do-act` said; otherwise refused
 * like `do-act`, as things are by now.
 */
export const doActRes = contract({
  ...write,
  name: 'order-action.do-act-res',
  refusals: {
    404: ['not-found'],
    409: ['order-action.not-possible', 'order-action.expired', 'orders.changed'],
  },
  path: '/api/shop/order-action/do-act-res',
  summary: 'Carry out an action on my order',
  body: z.strictObject({
    token: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    signature: signedAnswerSchema.optional(),
  }),
  answer: z.discriminatedUnion('verdict', [
    z.object({
      verdict: z.literal('done'),
      repeated: z.boolean(),
      action: z.enum(ORDER_ACTIONS),
      order: actedOrder,
      /** Of `duplicate`: the new orders. */
      createdIds: z.array(z.int()),
      penaltyTiyin: tiyin,
    }),
    refused,
    incomplete,
    /** The signature was not accepted; the same token can be used with another one. */
    z.object({ verdict: z.literal('signature'), reason: z.enum([...SIGNATURE_REFUSALS, 'missing']) }),
  ]),
});
export type DoActResAnswer = z.infer<typeof doActRes.answer>;

const withdrawalSchema = z.object({
  id: z.int(),
  orderId: z.int(),
  /** A sale that was cancelled because I did not hand it over, which counts as a withdrawal; null: I withdrew the order from trade. */
  settlementId: z.int().nullable(),
  /** The n-th withdrawal of the person. */
  count: z.int(),
  penaltyTiyin: tiyin,
  atMs: z.int(),
  paidAtMs: z.int().nullable(),
});

/** Newest first, at most the last 200. */
export const orderWithdrawals = contract({
  ...mine,
  name: 'order-action.withdrawals',
  refusals: {},
  method: 'get',
  path: '/api/shop/order-action/withdrawals',
  summary: 'Orders I withdrew from trade, sales I did not hand over, and the penalties for it',
  answer: z.object({
    items: z.array(withdrawalSchema),
    /** All I owe, debts of cancelled sales included: sending is refused until it is 0. */
    owedTiyin: tiyin,
    /** Penalty of the next withdrawal, as of today. */
    nextPenaltyTiyin: tiyin,
  }),
});

export const orderActionContracts = [doAct, doActRes, orderWithdrawals];
