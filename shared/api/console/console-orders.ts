import { z } from 'zod';
import { REMARK_MAX, REMARK_MIN, REMARKS_MAX } from '../../limits/order-actions.ts';
import { reasonCode } from '../chosen-reason.ts';
import { ORDER_STATES } from '../../lifecycles/order-states.ts';
import { ORDER_FIELD_NAMES } from '../../orders/order-fields.ts';
import { contract } from '../contract.ts';
import { idField, shortIdField, uuid, versionInBody, wholeNumber } from '../fields.ts';
import { orderFieldsSchema, orderRequisitesSchema } from '../cabinet/order-fields.ts';
import { orderFlowSchema, orderProblemSchema, orderRemarkSchema } from '../cabinet/orders.ts';
import { ORDER_TYPES } from '../site/reference.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { textWithoutAccounts } from '../written-texts.ts';

/** What calls that turn something down refuse. */
const TURNING_DOWN = {
  404: ['not-found'],
  409: ['console-orders.claimed', 'console-orders.not-waiting', 'orders.changed', 'turned-down-before'],
  422: ['lists.not-offered'],
} as const;

const read = {
  method: 'get',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readOrders },
  rateLimit: { perMinute: 240 },
} as const;
const decide = {
  method: 'post',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.moderateOrders },
  rateLimit: { perMinute: 60 },
} as const;

const reason = textWithoutAccounts(3, 500);
const orderParams = z.object({ orderId: idField });
const aboutOrder = { kind: 'order', param: 'orderId' } as const;
/** The version that the moderator examined. */
const examined = { version: versionInBody };

/** Rules that are judged before a moderator looks; each has a text `order-actions:check.<check>`. */
const ORDER_CHECKS = [
  /** Every field, photo and document is as the rules want it. */
  'fields',
  /** What was sent is what was signed. */
  'signature',
  /** Role, profile, offer and bars of the customer, as of now. */
  'customer',
  /** No penalty of the customer is unpaid. */
  'penalties',
  /** No other order or lot looks like the same property. */
  'duplicates',
  /** The bank account is that of the profile, and of the last payout. */
  'requisites',
  /** Item 48: state property above 60 base calculation amounts is sold by auction only. */
  'auction-only',
  /** Property for state benefit is offered by authorised sellers only. */
  'authorised-seller',
] as const;
export type OrderCheckName = (typeof ORDER_CHECKS)[number];

const orderCheckSchema = z.object({
  check: z.enum(ORDER_CHECKS),
  passed: z.boolean(),
  /** With `fields`. */
  problems: z.array(orderProblemSchema),
});
export type OrderCheck = z.infer<typeof orderCheckSchema>;

const claim = z
  .object({
    /** Display name of the moderator. */
    by: z.string(),
    mine: z.boolean(),
    untilMs: z.int(),
  })
  .nullable();

const person = z.object({ id: z.string(), name: z.string() });

const queuedOrderSchema = z.object({
  id: z.int(),
  status: z.enum(ORDER_STATES),
  version: z.int(),
  /** In Uzbek and Russian, as written so far. */
  title: z.object({ uz: z.string(), ru: z.string() }),
  customer: person,
  orderType: z.enum(ORDER_TYPES).nullable(),
  categoryId: z.int().nullable(),
  startPriceTiyin: z.number().nullable(),
  /** When it was sent last; null: never. */
  sentAtMs: z.int().nullable(),
  claim,
  /** How many checks passed and failed; null for orders that do not wait. */
  checks: z.object({ passed: z.int(), failed: z.int() }).nullable(),
  /** One moderator has approved; a second one is needed. */
  awaitsSecond: z.boolean(),
});
export type QueuedOrder = z.infer<typeof queuedOrderSchema>;

/** Those that wait: the one sent first comes first; otherwise the last changed first. */
export const consoleOrders = contract({
  mayLag: true,
  ...read,
  name: 'console.orders',
  refusals: { 404: ['not-found'] },
  path: '/api/console/orders',
  summary: 'Orders of customers, those that wait for moderation first',
  query: z.strictObject({
    status: z.enum(ORDER_STATES).default('sent'),
    claim: z.enum(['any', 'free', 'mine', 'others']).default('any'),
    orderType: z.enum(ORDER_TYPES).optional(),
    category: shortIdField.optional(),
    /** Account of the customer. */
    customer: uuid.optional(),
    /** Number of the order. */
    order: idField.optional(),
    fromTiyin: wholeNumber(0).optional(),
    toTiyin: wholeNumber(0).optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(queuedOrderSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
    service: z.object({
      waiting: z.int(),
      /** When the one that waits longest was sent. */
      oldestSentAtMs: z.int().nullable(),
      /** Half of the decisions of the last 7 days took less, from sending to the decision; null: none. */
      medianMs: z.int().nullable(),
      decided: z.int(),
    }),
    serverAtMs: z.int(),
  }),
});

/** One entry of an order's history, as staff see it. */
const staffFlowSchema = orderFlowSchema.extend({
  id: z.int(),
  event: z.string(),
  /** Display name; null for the system. */
  byName: z.string().nullable(),
});
export type StaffFlow = z.infer<typeof staffFlowSchema>;
const requisitesChangeSchema = z.object({
  atMs: z.int(),
  /** null: there were none. */
  before: orderRequisitesSchema.nullable(),
  after: orderRequisitesSchema,
});
/** Account numbers are masked for those without the right `seeRequisites`. */
const moderatedOrderSchema = queuedOrderSchema.extend({
  fields: orderFieldsSchema,
  photoCount: z.int(),
  documentCount: z.int(),
  checkList: z.array(orderCheckSchema),
  /** Open orders that seem to sell the same property. */
  duplicates: z.array(
    z.object({
      orderId: z.int(),
      /** The last lot of that order. */
      lotId: z.int().nullable(),
      title: z.string(),
      same: z.enum(['cadastre', 'vin', 'title-area-price']),
    }),
  ),
  /** Of the last return. */
  remarks: z.array(orderRemarkSchema),
  /** Oldest first. */
  flows: z.array(staffFlowSchema),
  /** By code after a fresh sign-in, newest first; an earlier release leaves it out. */
  requisitesChanges: z.array(requisitesChangeSchema).optional(),
  /** Archived signature of what was sent. */
  signedDocumentId: z.int().nullable(),
  /** Whether staff let trade begin sooner than a day ahead; absent where the customer does not choose when it begins. */
  earlyStart: z.object({ allowed: z.boolean() }).optional(),
  needsSecond: z.boolean(),
  firstApproval: z.object({ by: z.string(), mine: z.boolean(), atMs: z.int() }).nullable(),
  customerAuthorised: z.boolean(),
  lotId: z.int().nullable(),
  /** What the reader may do now. */
  may: z.array(z.enum(['claim', 'release', 'approve', 'return', 'reject'])),
});
export type ModeratedOrder = z.infer<typeof moderatedOrderSchema>;

export const consoleOrder = contract({
  ...read,
  name: 'console.order',
  refusals: { 404: ['not-found'] },
  path: '/api/console/orders/:orderId',
  summary: 'One order with its checks, remarks and history',
  params: orderParams,
  answer: moderatedOrderSchema,
});

/**
 * All decisions: 409 `console-orders.not-waiting` (`details.state`) when the order does not wait for a moderator, 409
 * `console-orders.claimed` (`details.by`, `details.untilMs`) while a colleague examines it, 409 `orders.changed`
 * (`details.version`) for another version than the examined one. A claim also 409 `console-orders.claimed-long` from who has examined the order
 * for two hours.
 */
export const claimOrder = contract({
  ...decide,
  name: 'console.claim-order',
  refusals: {
    404: ['not-found'],
    409: ['console-orders.claimed', 'console-orders.claimed-long', 'console-orders.not-waiting'],
  },
  subject: aboutOrder,
  path: '/api/console/orders/:orderId/claim',
  summary: 'Take an order to examine it; a repeat extends the claim, for two hours in all',
  params: orderParams,
  answer: z.object({ untilMs: z.int() }),
});

export const releaseOrder = contract({
  ...decide,
  name: 'console.release-order',
  refusals: { 404: ['not-found'] },
  subject: aboutOrder,
  path: '/api/console/orders/:orderId/release',
  summary: 'Give a claimed order back to the queue',
  params: orderParams,
  answer: z.object({ released: z.literal(true) }),
});

/**
 * 422 `console-orders.checks-failed` while a check fails that approval needs; 409 `console-orders.second-person` for the
 * same moderator twice, `console-orders.own-import` for who uploaded, mapped or signed the file of lots it came with, or added its photos;
 * 403 `sign-in-again` when the password was typed more than 12 hours ago. An order that is approved already, by whichever moderator, answers
 * `approved`.
 */
export const approveOrder = contract({
  ...decide,
  // It puts property on trade, and its price goes to the account that the order names; a moderator approves a hundred a day.
  access: { roles: STAFF_RIGHTS.moderateOrders, fresh: 'shift' },
  name: 'console.approve-order',
  refusals: {
    404: ['not-found'],
    409: [
      'console-orders.claimed',
      'console-orders.not-waiting',
      'console-orders.own-import',
      'console-orders.second-person',
      'orders.changed',
    ],
    422: ['console-orders.checks-failed'],
  },
  subject: { ...aboutOrder, colleagues: true },
  path: '/api/console/orders/:orderId/approve',
  summary: 'Approve an order: its lot is published',
  params: orderParams,
  body: z.strictObject(examined),
  answer: z.object({
    /** `awaits-second`: above 5 000 base calculation amounts another moderator approves as well. */
    verdict: z.enum(['approved', 'awaits-second']),
    version: z.int(),
  }),
});

/**
 * Trade of property in private ownership begins a day after publication at the earliest; with this, two hours after it. Any
 * order that is not on trade yet: 409 `console-orders.not-waiting` otherwise, `console-orders.claimed` while a colleague
 * examines it, `turned-down-before` for who ended it twice within 30 days. A repeat changes nothing.
 */
export const allowEarlyStart = contract({
  ...decide,
  name: 'console.allow-early-start',
  refusals: {
    404: ['not-found'],
    409: ['console-orders.claimed', 'console-orders.not-waiting', 'turned-down-before'],
  },
  subject: aboutOrder,
  path: '/api/console/orders/:orderId/allow-early-start',
  summary: 'Let trade of an order begin sooner than a day ahead, or end that',
  params: orderParams,
  body: z.strictObject({ allowed: z.boolean(), reason }),
  answer: z.object({ allowed: z.boolean(), changed: z.boolean() }),
});

/**
 * `reason`: of the list `order-returns`. 422 `lists.not-offered` for another one, 409 `turned-down-before` for who turned the order down twice
 * within 30 days, as below.
 */
export const returnOrder = contract({
  ...decide,
  name: 'console.return-order',
  refusals: TURNING_DOWN,
  subject: aboutOrder,
  path: '/api/console/orders/:orderId/return',
  summary: 'Return an order to its customer with remarks per field',
  params: orderParams,
  body: z.strictObject({
    ...examined,
    reason: reasonCode,
    remarks: z
      .array(
        z.strictObject({
          field: z.enum(ORDER_FIELD_NAMES),
          text: textWithoutAccounts(REMARK_MIN, REMARK_MAX),
        }),
      )
      .min(1)
      .max(REMARKS_MAX),
  }),
  answer: z.object({ version: z.int() }),
});

/** `reason`: of the list `order-refusals`. */
export const rejectOrder = contract({
  ...decide,
  name: 'console.reject-order',
  refusals: TURNING_DOWN,
  subject: aboutOrder,
  path: '/api/console/orders/:orderId/reject',
  summary: 'Turn an order down for good',
  params: orderParams,
  body: z.strictObject({ ...examined, reason: reasonCode, text: reason }),
  answer: z.object({ version: z.int() }),
});

const authorisedSellerSchema = z.object({
  person,
  reason: z.string(),
  by: z.string(),
  atMs: z.int(),
});
/** Those whose mark is in force, the last marked first. */
export const authorisedSellers = contract({
  ...read,
  name: 'console.authorised-sellers',
  refusals: {},
  path: '/api/console/authorised-sellers',
  summary: 'Accounts that may sell property for state benefit',
  query: z.strictObject({
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(authorisedSellerSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

/**
 * 404 for an unknown account, 422 `console-orders.not-a-customer` for one that cannot sell, 409 `turned-down-before` and
 * `asked-before` for who ends, or gives, it again and again against a colleague. A repeat changes nothing.
 */
export const markAuthorisedSeller = contract({
  ...decide,
  name: 'console.mark-authorised-seller',
  refusals: {
    404: ['not-found'],
    409: ['asked-before', 'taken-back-before', 'turned-down-before'],
    422: ['console-orders.not-a-customer'],
  },
  subject: { kind: 'person', param: 'personId' },
  path: '/api/console/authorised-sellers/:personId',
  summary: 'Let an account sell property for state benefit, or end that',
  params: z.object({ personId: uuid }),
  body: z.strictObject({ authorised: z.boolean(), reason }),
  answer: z.object({ authorised: z.boolean(), changed: z.boolean() }),
});

export const consoleOrderContracts = [
  consoleOrders,
  consoleOrder,
  claimOrder,
  releaseOrder,
  approveOrder,
  allowEarlyStart,
  returnOrder,
  rejectOrder,
  authorisedSellers,
  markAuthorisedSeller,
];
