import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { PURCHASE_OVER, PURCHASE_REFUSALS, PURCHASE_STATES } from '../../lifecycles/purchase-states.ts';
import { APPLICANT_FACTS } from '../../lifecycles/trade-application-refusals.ts';
import { STAFF_REASON } from '../../limits/room-actions.ts';
import { contract } from '../contract.ts';
import { idField, wholeNumber } from '../fields.ts';
import { photoSchema, stockSchema } from '../site/lots.ts';
import { periodFields } from '../period.ts';
import { STAFF_RIGHTS } from '../console/staff-rights.ts';
import { textWithoutAccounts } from '../written-texts.ts';

const tiyin = z.int().min(0);

/** Units of a lot at a fixed price that a person has reserved or bought. Times in ms, sums in tiyin. */
const purchaseSchema = z.object({
  id: z.int(),
  lotId: z.int(),
  lotNumber: z.string(),
  title: localizedTextSchema,
  photo: photoSchema.nullable(),
  lotStatus: z.literal(Object.values(LOT_STATUS)),
  quantity: z.int(),
  unitPriceTiyin: tiyin,
  totalTiyin: tiyin,
  /** Held now and captured when the code is entered: the whole sum, or the first part of it. */
  dueNowTiyin: tiyin,
  state: z.enum(PURCHASE_STATES),
  reservedAtMs: z.int(),
  /** Units and money are set aside until then; sending a code again does not move it. */
  expiresAtMs: z.int(),
  /** When it was bought or ended. */
  decidedAtMs: z.int().nullable(),
  /** The sale of a bought one: what winlot, winner-payments and the after-sale tracker name it by. */
  settlementId: z.int().nullable(),
  /** The buyer's number in the protocol: which sale of the lot it was. */
  saleNumber: z.int().nullable(),
  protocolNumber: z.string().nullable(),
});
export type PurchaseView = z.infer<typeof purchaseSchema>;

/** A code for the reservation: sent now; or not, because one was sent a moment ago, too many were, or neither network nor mail took it. */
const purchaseCodeSchema = z.object({
  state: z.enum(['sent', 'wait', 'limit', 'undelivered']),
  /** When another one may be asked for; null: not for this reservation. */
  resendAfterMs: z.int().nullable(),
  /** Where it went, masked; null where it was not sent. */
  to: z.object({ phone: z.string().nullable(), email: z.string().nullable() }),
});

/** Why nothing is reserved; nothing was charged. */
export const purchaseRefusedSchema = z.object({
  verdict: z.literal('purchase-refused'),
  reason: z.enum(PURCHASE_REFUSALS),
  /** What was asked for, and its sum; null: more than any balance can hold. */
  quantity: z.int(),
  totalTiyin: tiyin.nullable(),
  dueNowTiyin: tiyin.nullable(),
  /** With `short-balance`. */
  missingTiyin: tiyin.nullable(),
  /** With `profile`. */
  missingFacts: z.array(z.enum(APPLICANT_FACTS)),
  /** With `parts-limit`: units that may still be bought by parts. */
  unitsLeft: z.int().nullable(),
  /** With `barred`: the last barred day in Tashkent, `YYYY-MM-DD`. */
  barredUntil: z.string().nullable(),
  stock: stockSchema,
  /** With `reserved-by-others`: when the next reservation ends, unless it is bought before. With `too-often`: until when to wait. */
  nextFreeAtMs: z.int().nullable(),
  serverAtMs: z.int(),
});
export type PurchaseRefused = z.infer<typeof purchaseRefusedSchema>;

/** Units and money are set aside. `already`: by an earlier call, perhaps on another device. */
export const reservedSchema = z.object({
  verdict: z.literal('reserved'),
  already: z.boolean(),
  purchase: purchaseSchema,
  code: purchaseCodeSchema,
  stock: stockSchema,
  serverAtMs: z.int(),
});

/** Another number of units is reserved already: nothing was changed. It is confirmed, or given up first. */
export const otherQuantitySchema = z.object({
  verdict: z.literal('other-quantity'),
  purchase: purchaseSchema,
  stock: stockSchema,
  serverAtMs: z.int(),
});

export const boughtSchema = z.object({
  verdict: z.literal('bought'),
  /** By an earlier call with this code. */
  already: z.boolean(),
  purchase: purchaseSchema,
  stock: stockSchema,
});

/** There is nothing to confirm any more; nothing was charged. */
export const purchaseOverSchema = z.object({
  verdict: z.literal('purchase-over'),
  reason: z.enum(PURCHASE_OVER),
  /** null with `none`. */
  purchase: purchaseSchema.nullable(),
  stock: stockSchema,
});

/** The newest first. `lot` with `state=reserved`: what I have reserved of a lot, on whatever device. */
export const myPurchases = contract({
  token: 'read',
  name: 'cabinet.my-purchases',
  refusals: {},
  method: 'get',
  path: '/api/shop/cabinet/my-purchases',
  summary: 'Units of lots at a fixed price that I have reserved or bought',
  tag: 'cabinet',
  access: 'signed-in',
  rateLimit: { perMinute: 120 },
  query: z.object({
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
    state: z.enum(PURCHASE_STATES).optional(),
    /** Number of a lot. */
    lot: wholeNumber(1, MAX_TIYIN).optional(),
    ...periodFields,
  }),
  answer: z.object({
    items: z.array(purchaseSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
    serverAtMs: z.int(),
  }),
});

export const consolePurchaseSchema = purchaseSchema.omit({ photo: true }).extend({
  /** Null in lots the reader sells or buys, under any account. */
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
});

export const consolePurchases = contract({
  name: 'console.purchases',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/purchases',
  summary: 'Reservations and purchases of lots at a fixed price',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readApplications },
  rateLimit: { perMinute: 120 },
  query: z.object({
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
    state: z.enum(PURCHASE_STATES).optional(),
    lot: wholeNumber(1, MAX_TIYIN).optional(),
  }),
  answer: z.object({
    items: z.array(consolePurchaseSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const sale = {
  refusals: { 404: ['not-found'] },
  method: 'post',
  tag: 'console',
  subject: { kind: 'lot', param: 'lotId' },
  access: { roles: STAFF_RIGHTS.controlRooms },
  rateLimit: { perMinute: 60 },
  params: z.object({ lotId: idField }),
  body: z.strictObject({ reason: textWithoutAccounts(STAFF_REASON.min, STAFF_REASON.max) }),
  answer: z.discriminatedUnion('verdict', [
    /** `already`: it was so before this call. */
    z.object({
      verdict: z.literal('done'),
      already: z.boolean(),
      status: z.literal(Object.values(LOT_STATUS)),
    }),
    /** It is not on sale at a fixed price, or not suspended; or its time was over; or it was suspended for as long as one person may; or a colleague resumes it. */
    z.object({
      verdict: z.literal('refused'),
      reason: z.enum(['not-fixed-price', 'over', 'used-up', 'second-person']),
      status: z.literal(Object.values(LOT_STATUS)),
    }),
  ]),
} as const;

/** No purchase begins while it is suspended, and its time stops, for five working days at most; a reservation that was begun may still be confirmed. 404: no such lot. */
export const suspendSale = contract({
  ...sale,
  name: 'console.suspend-sale',
  path: '/api/console/lots/:lotId/suspend-sale',
  summary: 'Suspend a sale at a fixed price',
});

/** With the time that was left; by a colleague of who suspended it more than fifteen minutes ago. 404: no such lot. */
export const resumeSale = contract({
  ...sale,
  name: 'console.resume-sale',
  path: '/api/console/lots/:lotId/resume-sale',
  summary: 'Resume a suspended sale at a fixed price',
});

export const purchaseContracts = [myPurchases, consolePurchases, suspendSale, resumeSale];
