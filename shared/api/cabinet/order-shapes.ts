import { z } from 'zod';
import { chosenReasonSchema } from '../chosen-reason.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { REPEAT_FLOWS } from '../../lifecycles/repeat.ts';
import { ORDER_NOTES } from '../../lifecycles/order-notes.ts';
import { ORDER_STATES } from '../../lifecycles/order-states.ts';
import { ORDER_FIELD_NAMES, ORDER_STEPS } from '../../orders/order-fields.ts';
import { ORDER_PROBLEMS } from '../../orders/problem-codes.ts';
import { PROFILE_FACTS } from '../../validation/profile-facts.ts';
import { wholeNumber } from '../fields.ts';
import { lotCardSchema } from '../site/lots.ts';
import { orderFieldsSchema, ORDER_RULE_SETS, TRADE_TYPES } from './order-fields.ts';
import { ORDER_TYPES } from '../site/reference.ts';

/** Open orders a natural person may have at once; legal entities have no limit. */
export const OPEN_ORDERS_MAX = 200;

/** Why a person cannot make an order now, in the order in which they are judged. */
const ORDER_REFUSALS = ['role', 'profile', 'under-age', 'offer', 'barred', 'too-many-open'] as const;
export type OrderRefusal = (typeof ORDER_REFUSALS)[number];

export const orderSchema = z.object({
  /** Its number. */
  id: z.int(),
  status: z.enum(ORDER_STATES).exclude(['gone']),
  /** Grows with every change of the order or of its files: an action on an older version is refused. */
  version: z.int(),
  createdAtMs: z.int(),
  changedAtMs: z.int(),
});
export type Order = z.infer<typeof orderSchema>;

/** Order progress: 1 forming … 6 finished (specification, section 4). */
const progress = z.int().min(1).max(6);

export const orderProblemSchema = z.object({
  field: z.enum(ORDER_FIELD_NAMES),
  problem: z.enum(ORDER_PROBLEMS),
  part: z.string().optional(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** What is missing or wrong on one step of the form. */
const stepSchema = z.object({
  step: z.enum(ORDER_STEPS),
  /** Required fields that are empty. */
  missing: z.int(),
  /** Everything that stops sending, with those. */
  problems: z.int(),
  /** Remarks of staff that are not yet answered. */
  remarks: z.int(),
});
export type OrderStepState = z.infer<typeof stepSchema>;

/** Written by staff when they return an order. */
export const orderRemarkSchema = z.object({
  field: z.enum(ORDER_FIELD_NAMES),
  text: z.string(),
  /** The field was changed after it. */
  answered: z.boolean(),
});
export type OrderRemark = z.infer<typeof orderRemarkSchema>;

export const orderFlowSchema = z.object({
  atMs: z.number(),
  by: z.enum(['customer', 'staff', 'system']),
  /** null: it began to exist. */
  from: z.enum(ORDER_STATES).nullable(),
  to: z.enum(ORDER_STATES),
  /** What happened while the state stayed; null: it changed. */
  note: z.enum(ORDER_NOTES).nullable(),
  /** Written by a person, or null where the change follows from the rules. */
  why: z.string().nullable(),
  /** Which reason staff chose; null: none is asked for. */
  reason: chosenReasonSchema.nullable(),
  /** What was decided about putting it on trade again; absent for other changes. */
  repeat: z.enum(REPEAT_FLOWS).optional(),
  remarks: z.array(orderRemarkSchema),
});
export type OrderFlow = z.infer<typeof orderFlowSchema>;

/** Another open order that seems to sell the same. Of other people only why it seems so. */
const duplicateSchema = z.object({
  /** null: of another person. */
  orderId: z.int().nullable(),
  same: z.enum(['cadastre', 'vin', 'title-area-price']),
});
export type OrderDuplicate = z.infer<typeof duplicateSchema>;

/** What is known of a draft after each change of it. */
export const checkedSchema = z.object({
  problems: z.array(orderProblemSchema),
  /** Worth a look; they stop nothing. */
  warnings: z.array(orderProblemSchema),
  steps: z.array(stepSchema),
  /** Working days that the chosen rule set gives the winner to pay; null: none is chosen. */
  paymentDays: z.object({ min: z.int(), max: z.int() }).nullable(),
});

export const refusedSchema = z.object({
  verdict: z.literal('refused'),
  reason: z.enum(ORDER_REFUSALS),
  /** With `profile`: what has to be filled in or confirmed. */
  missingFacts: z.array(z.enum(PROFILE_FACTS)),
  /** With `barred`: the last barred day in Tashkent, `YYYY-MM-DD`. */
  barredUntil: z.string().nullable(),
});

/** Everything the form and the console need of one order. */
export const orderDetailsSchema = z.object({
  order: orderSchema,
  progress,
  fields: orderFieldsSchema,
  ...checkedSchema.shape,
  remarks: z.array(orderRemarkSchema),
  duplicates: z.array(duplicateSchema),
  imageCount: z.int(),
  documentCount: z.int(),
});
export type OrderDetails = z.infer<typeof orderDetailsSchema>;

/** Lots of an order, as its list shows them. */
const listOrderLots = z.object({
  count: z.int(),
  /** The last one. */
  last: z
    .object({
      id: z.int(),
      status: z.literal(Object.values(LOT_STATUS)),
      /** Last confirmed price; null before the first. */
      priceTiyin: z.int().nullable(),
      /** Confirmed prices so far. */
      bids: z.int(),
      closesAtMs: z.number(),
    })
    .nullable(),
});

export const orderRowSchema = orderSchema.extend({
  progress,
  /** null while it has none. */
  title: z.object({ uz: z.string(), ru: z.string() }).nullable(),
  orderType: z.enum(ORDER_TYPES).nullable(),
  tradeType: z.enum(TRADE_TYPES).nullable(),
  ruleSet: z.enum(ORDER_RULE_SETS).nullable(),
  startPriceTiyin: z.int().nullable(),
  /** Remarks of staff that are not yet answered. */
  openRemarks: z.int(),
  lots: listOrderLots,
});
export type OrderRow = z.infer<typeof orderRowSchema>;

export const orderListFilterSchema = z.object({
  /** Number of an order, or words of its title. */
  q: z.string().trim().max(100).optional(),
  status: z.enum(ORDER_STATES).exclude(['gone']).optional(),
  progress: wholeNumber(1, 6).optional(),
  orderType: z.enum(ORDER_TYPES).optional(),
  tradeType: z.enum(TRADE_TYPES).optional(),
});
export type OrderListFilter = z.infer<typeof orderListFilterSchema>;

export const orderLotSchema = lotCardSchema.extend({
  /** People admitted to the auction. */
  bidders: z.int(),
  /** People who watch the room now. */
  views: z.int(),
  /** People who have marked the lot. */
  favourites: z.int(),
  /** Of the order: 1 for its first publication. */
  round: z.int(),
});
export type OrderLot = z.infer<typeof orderLotSchema>;
