import { z } from 'zod';
import { MAX_TIYIN, auctionRulesSchema } from '../../auction/rules.ts';
import { ORDER_LIMITS } from '../../orders/order-fields.ts';
import { contract } from '../contract.ts';
import { repeatSchema } from '../console/relistings.ts';
import { idField, uuid, versionInBody, wholeNumber } from '../fields.ts';
import { lotTabSchema } from '../site/lot-tabs.ts';
import { lotDetailsSchema } from '../site/lots.ts';
import { orderFieldsSchema, orderPatchSchema, orderRequisitesSchema } from './order-fields.ts';
import { ORDER_TABS, orderInfo, orderTabSchema, propertyInfo, requisitesInfo } from './order-pages.ts';
import {
  checkedSchema,
  orderDetailsSchema,
  orderFlowSchema,
  orderListFilterSchema,
  orderLotSchema,
  orderProblemSchema,
  orderRemarkSchema,
  orderRowSchema,
  orderSchema,
  refusedSchema,
} from './order-shapes.ts';

export * from './order-shapes.ts';
export { type OrderTabDetails } from './order-pages.ts';

const mine = { tag: 'orders', access: 'signed-in', rateLimit: { perMinute: 120 } } as const;
const get = { ...mine, method: 'get' } as const;
const write = { ...mine, method: 'post', rateLimit: { perMinute: 30 } } as const;

const orderId = z.int().min(1).max(MAX_TIYIN);
const version = versionInBody;
const ofOrder = { params: z.object({ id: idField }) };

/** Of a change to an order of others, to one that is sent, or to another version than was read. */
const EDITING = { 404: ['not-found'], 409: ['orders.not-editable', 'orders.changed'] };
const TAKING_REQUISITES = {
  403: ['sign-in-again'],
  404: ['not-found'],
  409: ['orders.not-editable', 'orders.payout-sent'],
};

/**
 * Makes a draft. Repeating it with the same `requestId` answers the same draft; 404 once that was deleted. With `copyOf`
 * it holds the fields and files of that order of the person; 404 when there is none.
 */
export const createOrder = contract({
  ...write,
  name: 'order.create-order',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/order/create-order',
  summary: 'Begin an order to sell property',
  body: z.strictObject({
    /** Made by the client for this draft. */
    requestId: uuid,
    copyOf: orderId.optional(),
  }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('created'), repeated: z.boolean(), order: orderSchema }),
    refusedSchema,
  ]),
});
/** 404 for orders of other people and for deleted ones. */
export const getOrder = contract({
  ...get,
  name: 'order.get-order',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/order/get-order/:id',
  summary: 'One of my orders as its form needs it',
  ...ofOrder,
  answer: orderDetailsSchema,
});

const savedSchema = z.object({ version: z.int(), savedAtMs: z.number(), ...checkedSchema.shape });
export type OrderSaved = z.infer<typeof savedSchema>;

/**
 * Saves some fields of a draft. The same fields again change nothing. 404 for orders of other people; 409 `orders.changed`
 * when it was changed after the version that the person saw (`details.version` is the present one), and
 * `orders.not-editable` (`details.state`) once it was sent.
 */
export const saveOrderDetails = contract({
  ...write,
  name: 'order.save-details',
  refusals: EDITING,
  path: '/api/shop/order/save-details',
  summary: 'Save fields of one of my drafts',
  // A form saves itself while its customer types.
  rateLimit: { perMinute: 120 },
  body: z.strictObject({ orderId, version, fields: orderPatchSchema.partial() }),
  answer: savedSchema,
});

/** All fields at once: those absent are emptied. Refusals as of `order/save-details`. */
export const updateOrder = contract({
  ...write,
  name: 'order.update-order',
  refusals: EDITING,
  path: '/api/shop/order/update-order',
  summary: 'Replace all fields of one of my drafts',
  body: z.strictObject({ orderId, version, fields: orderFieldsSchema }),
  answer: savedSchema,
});

/** How an order list can be sorted; the greatest first. */
export const ORDER_SORTS = ['changed', 'number', 'price'] as const;

/** The last changed first unless another order is asked for. */
export const orderList = contract({
  ...get,
  name: 'order.list',
  refusals: {},
  path: '/api/shop/order/list',
  summary: 'My orders',
  query: orderListFilterSchema.extend({
    sort: z.enum(ORDER_SORTS).default('changed'),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({ items: z.array(orderRowSchema), total: z.int(), page: z.int(), size: z.int() }),
});

/** The head of an order's pages. */
export const orderHead = contract({
  ...get,
  name: 'order.details',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/order/details/:id',
  summary: 'One of my orders as lists show it',
  ...ofOrder,
  answer: orderRowSchema,
});

export const orderTabDetails = contract({
  ...get,
  name: 'order.tab-details',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/order/tab-details/:id',
  summary: 'One page of an order of mine',
  ...ofOrder,
  query: z.object({ tab: z.enum(ORDER_TABS) }),
  answer: orderTabSchema,
});

export const orderFullInfo = contract({
  ...get,
  name: 'order.full-info',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/order/full-info/:id',
  summary: 'All pages of an order of mine at once',
  ...ofOrder,
  answer: z.object({
    order: orderRowSchema,
    orderInfo,
    propertyInfo,
    requisites: requisitesInfo,
    remarks: z.array(orderRemarkSchema),
    problems: z.array(orderProblemSchema),
  }),
});

/** Each the last one first. */
export const orderLots = contract({
  ...get,
  name: 'order.lots',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/order/lots/:id',
  summary: 'Lots of an order of mine',
  ...ofOrder,
  answer: z.object({
    items: z.array(orderLotSchema),
    /** What is decided about those that were not sold. */
    repeats: z.array(repeatSchema),
    /** What the customer may wish now. */
    wishes: z.object({
      repeat: z.boolean(),
      stopRepeats: z.boolean(),
      /** How much of the first price a repeat may start lower, in basis points; null: they cannot choose. */
      cut: z.object({ minBp: z.int(), maxBp: z.int(), usualBp: z.int() }).nullable(),
    }),
  }),
});

/** Oldest first. */
export const orderFlows = contract({
  ...get,
  name: 'order.flows',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/order/flows/:id',
  summary: 'Everything that happened to an order of mine',
  ...ofOrder,
  answer: z.object({ items: z.array(orderFlowSchema) }),
});

/**
 * Makes 1 to 10 new drafts with the fields and files of an order; photos and documents are referred to, not copied. The same
 * `requestId` answers the same drafts. 404 for orders of other people.
 */
export const duplicateOrder = contract({
  ...write,
  name: 'order.duplicate',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/order/duplicate',
  summary: 'Make new orders like one of mine',
  rateLimit: { perMinute: 10 },
  body: z.strictObject({
    orderId,
    copies: z.int().min(ORDER_LIMITS.copiesMin).max(ORDER_LIMITS.copies),
    requestId: uuid,
  }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('created'), repeated: z.boolean(), orders: z.array(orderSchema) }),
    refusedSchema,
  ]),
});

/**
 * Deletes a draft with its photos and documents; repeating it changes nothing. 404 for orders of other people, 409
 * `orders.changed` when it was changed after the version that the person saw, `orders.not-editable` once it was sent.
 */
export const deleteOrder = contract({
  ...write,
  name: 'order.delete-order',
  refusals: EDITING,
  path: '/api/shop/order/delete-order',
  summary: 'Delete one of my drafts',
  body: z.strictObject({ orderId, version }),
  answer: z.object({ deleted: z.literal(true) }),
});

/**
 * Sends a code to the person's phone and e-mail. 403 `sign-in-again`; 429 `codes.wait` and `codes.limit`, 503
 * `codes.undelivered`; 409 `orders.not-editable` when the order is over, `orders.payout-sent` when its money is on its way.
 */
export const sendBankInfoCode = contract({
  ...write,
  name: 'order.send-code-bank-info',
  refusals: TAKING_REQUISITES,
  path: '/api/shop/order/update-bank-info/send-code',
  summary: 'Send a code that confirms other bank requisites',
  rateLimit: { perMinute: 6 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({ orderId }),
  answer: z.object({
    resendAfterMs: z.number(),
    /** From now; the device's own clock may be wrong. */
    expiresAfterMs: z.number(),
    /** Masked; null where it was not sent. */
    to: z.object({ phone: z.string().nullable(), email: z.string().nullable() }),
  }),
});

/**
 * Changes where the money of an order goes, in any state until it is over or a payout is on its way. 403 `sign-in-again` when the sign-in is older
 * than five minutes; 422 `orders.requisites` (`details.problems`), `codes.wrong`, `codes.expired` and `codes.too-many`; 409
 * `orders.changed`, `orders.not-editable`, `orders.payout-sent`; 404 for orders of other people.
 */
export const updateBankInfo = contract({
  ...write,
  name: 'order.update-bank-info',
  refusals: {
    ...TAKING_REQUISITES,
    409: [...TAKING_REQUISITES[409], 'orders.changed'],
    422: ['orders.requisites', 'codes.wrong', 'codes.expired', 'codes.too-many'],
  },
  path: '/api/shop/order/update-bank-info',
  summary: 'Change the bank requisites of one of my orders',
  rateLimit: { perMinute: 10 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({
    orderId,
    version,
    requisites: orderRequisitesSchema,
    code: z.string().regex(/^\d{6}$/),
  }),
  answer: z.object({ version: z.int() }),
});

/** What selling costs and how trade would go if the order were approved now; null: its terms are not complete. */
export const additionalFee = contract({
  ...get,
  name: 'order.get-additional-fee',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/order/get-additional-fee/:id',
  summary: 'Operator’s fee and the terms of trade of an order of mine',
  ...ofOrder,
  answer: z.object({
    terms: z
      .object({
        /** Of the price, in basis points, and of the start price, rounded down. */
        feeBp: z.int(),
        feeTiyin: z.int(),
        /** What each bidder holds. */
        depositPercent: z.number(),
        depositTiyin: z.int(),
        /** 0 at a fixed price. */
        firstStepTiyin: z.int(),
        firstSuggestedTiyin: z.int(),
        paymentWorkingDays: z.int(),
        opensAtMs: z.number(),
        closesAtMs: z.number(),
        applicationsUntilMs: z.number(),
        rules: auctionRulesSchema,
      })
      .nullable(),
    problems: z.array(orderProblemSchema),
  }),
});
export type OrderCost = z.infer<typeof additionalFee.answer>;

/**
 * The card of a lot as this order would make it now: for its customer and for staff. 404 for everyone else; 409
 * `orders.no-preview` (`details.problems`) while what the card needs is missing.
 */
export const orderPreview = contract({
  ...get,
  name: 'order.preview',
  refusals: { 404: ['not-found'], 409: ['orders.no-preview'] },
  path: '/api/shop/order/preview/:id',
  summary: 'The card of a lot, drawn from an order',
  ...ofOrder,
  answer: z.object({ order: orderSchema, lot: lotDetailsSchema, tabs: z.array(lotTabSchema) }),
});

export const orderContracts = [
  createOrder,
  getOrder,
  saveOrderDetails,
  updateOrder,
  orderList,
  orderHead,
  orderTabDetails,
  orderFullInfo,
  orderLots,
  orderFlows,
  duplicateOrder,
  deleteOrder,
  sendBankInfoCode,
  updateBankInfo,
  additionalFee,
  orderPreview,
];
