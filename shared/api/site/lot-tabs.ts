import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { ORDER_STATES } from '../../lifecycles/order-states.ts';
import { contract } from '../contract.ts';
import { idField, pageField, sizeField } from '../fields.ts';
import { lotCardSchema, lotDetailsSchema } from './lots.ts';

/** Data for the tabs of a lot's card and the lists next to it. */

/** What of a lot may be corrected; its terms never. */
export const LOT_PARTS = ['title', 'description', 'photos'] as const;
export type LotPart = (typeof LOT_PARTS)[number];

const get = { method: 'get', tag: 'lots', access: 'public', rateLimit: { perMinute: 240 } } as const;
const status = z.literal(Object.values(LOT_STATUS));

export const LOT_CARD_TABS = ['property', 'lot', 'customer', 'documents'] as const;
export type LotCardTab = (typeof LOT_CARD_TABS)[number];

const lotDocumentSchema = z.object({
  id: z.int(),
  name: localizedTextSchema,
  mediaType: z.string(),
  sizeBytes: z.int(),
  url: z.string(),
});
export type LotDocument = z.infer<typeof lotDocumentSchema>;

/** One change of a lot: from which status to which, when, by whom, why. */
const lotFlowSchema = z.object({
  atMs: z.number(),
  from: status.nullable(),
  to: status,
  by: z.enum(['system', 'customer', 'staff']),
  /** Written by a person, shown as it is; null where the change follows from the rules. */
  reason: z.string().nullable(),
  /** Staff corrected this; the status stayed. Absent: the status changed. */
  corrected: z.array(z.enum(LOT_PARTS)).optional(),
});
export type LotFlow = z.infer<typeof lotFlowSchema>;

const property = z.object({
  tab: z.literal('property'),
  description: localizedTextSchema,
  group: localizedTextSchema,
  category: localizedTextSchema,
  region: localizedTextSchema,
  area: localizedTextSchema.nullable(),
  address: localizedTextSchema,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  quantity: z.int(),
  /** Unit of measure, kind of the property and how its seller came to it, by their lists; null: not stated. */
  unit: localizedTextSchema.nullable(),
  propertyType: localizedTextSchema.nullable(),
  categoryType: localizedTextSchema.nullable(),
  /** Sold into ownership, or let for so many months; null: the term is only in the lot's papers. */
  tenure: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ownership') }),
    z.object({ kind: z.literal('rent'), months: z.int().nullable() }),
  ]),
  /** Fields of this category (dictionaries/field_list), in its order. */
  facts: z.array(z.object({ label: localizedTextSchema, value: localizedTextSchema })),
});

const lot = lotDetailsSchema
  .pick({
    number: true,
    status: true,
    tradeType: true,
    orderType: true,
    ruleSet: true,
    ruleSetVersion: true,
    rules: true,
    startPriceTiyin: true,
    depositTiyin: true,
    depositPercent: true,
    firstStepTiyin: true,
    firstStepPercent: true,
    firstSuggestedTiyin: true,
    paymentWorkingDays: true,
    instalmentMonths: true,
    rent: true,
    publishedAtMs: true,
    applicationsUntilMs: true,
    opensAtMs: true,
    closesAtMs: true,
  })
  .extend({
    tab: z.literal('lot'),
    /** The order this lot came from, and how many lots it has. */
    orderId: z.int().nullable(),
    orderLots: z.int(),
    /** Of that order; null for a lot that was published without one. */
    orderStatus: z.enum(ORDER_STATES).nullable(),
    /** Days the property stays in trade from its first publication; null: not stated. */
    stayDays: z.union([z.int(), z.literal('until-sold')]).nullable(),
    /** With `instalmentMonths`: what is due first, in basis points of the price; null: not stated. */
    firstPartBp: z.int().nullable(),
    /** By the report of an appraiser; null: not stated. */
    estimatedPriceTiyin: z.int().nullable(),
  });

const customer = lotDetailsSchema.shape.customer.extend({
  tab: z.literal('customer'),
  address: localizedTextSchema.nullable(),
  extraPhone: z.string().nullable(),
});

const documents = z.object({ tab: z.literal('documents'), documents: z.array(lotDocumentSchema) });

export const lotTabSchema = z.discriminatedUnion('tab', [property, lot, customer, documents]);
export type LotTabDetails = z.infer<typeof lotTabSchema>;

export const lotTabDetails = contract({
  ...get,
  name: 'lots.tab-details',
  refusals: { 404: ['lots.not-found', 'not-found'] },
  path: '/api/shop/lot-card/tab-details/:id',
  summary: 'One tab of the card: property, lot, customer or documents',
  params: z.object({ id: idField }),
  query: z.object({ tab: z.enum(LOT_CARD_TABS) }),
  answer: lotTabSchema,
});

export const lotFlows = contract({
  ...get,
  name: 'lots.flows',
  refusals: { 404: ['lots.not-found', 'not-found'] },
  path: '/api/shop/shop-lots/flows/:id',
  summary: 'Every change of a lot, oldest first',
  params: z.object({ id: idField }),
  answer: z.array(lotFlowSchema),
});

/** Other lots of the same order; empty for a single lot. */
export const subLotList = contract({
  ...get,
  name: 'lots.sub-list',
  refusals: { 404: ['lots.not-found', 'not-found'] },
  path: '/api/shop/shop-lots/sub-lot-list/:id',
  summary: 'Other lots of the same order',
  params: z.object({ id: idField }),
  query: z.object({ page: pageField, size: sizeField }),
  answer: z.object({ items: z.array(lotCardSchema), total: z.int() }),
});

/** Lots featured by staff for a period; at most 12. */
export const featuredLots = contract({
  ...get,
  name: 'lots.featured',
  refusals: {},
  path: '/api/shop/shop-lots/is-reklama-list',
  summary: 'Featured lots',
  answer: z.array(lotCardSchema),
});

/** Answers the file as a download; the documents tab has its URL. */
export const lotDocumentFile = contract({
  ...get,
  name: 'lots.document-file',
  refusals: { 404: ['lots.not-found', 'not-found'] },
  path: '/api/shop/lot-card/document/:id/:document',
  summary: 'The file of one document',
  params: z.object({ id: idField, document: idField }),
  file: ['*/*'],
  /** The bytes: PDF or a picture. */
  answer: z.string(),
});

export const lotTabContracts = [lotTabDetails, lotFlows, subLotList, featuredLots, lotDocumentFile];
