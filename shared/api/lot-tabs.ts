import { z } from 'zod';
import { localizedTextSchema } from '../i18n/localized.ts';
import { LOT_STATUS } from '../states/lot-status.ts';
import { contract } from './contract.ts';
import { idField, pageField, sizeField } from './fields.ts';
import { lotCardSchema, lotDetailsSchema } from './lots.ts';

/** What stands behind the tabs of a lot's card, and the lists beside it. */

const get = { method: 'get', tag: 'lots', access: 'public', rateLimit: { perMinute: 240 } } as const;
const status = z.literal(Object.values(LOT_STATUS));

export const LOT_CARD_TABS = ['property', 'lot', 'customer', 'documents'] as const;
export type LotCardTab = (typeof LOT_CARD_TABS)[number];

export const lotDocumentSchema = z.object({
  id: z.int(),
  name: localizedTextSchema,
  mediaType: z.string(),
  sizeBytes: z.int(),
  url: z.string(),
});
export type LotDocument = z.infer<typeof lotDocumentSchema>;

/** One change of a lot: from which status to which, when, by whom, why. */
export const lotFlowSchema = z.object({
  atMs: z.number(),
  from: status.nullable(),
  to: status,
  by: z.enum(['system', 'customer', 'staff']),
  /** Written by a person, shown as it is; null where the change follows from the rules. */
  reason: z.string().nullable(),
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
  /** Sold into ownership, or let for so many months. */
  tenure: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ownership') }),
    z.object({ kind: z.literal('rent'), months: z.int() }),
  ]),
  /** Facts asked for in this category (dictionaries/field_list), in its order. */
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
  path: '/api/shop/lot-card/tab-details/:id',
  summary: 'One tab of the card: property, lot, customer or documents',
  params: z.object({ id: idField }),
  query: z.object({ tab: z.enum(LOT_CARD_TABS) }),
  answer: lotTabSchema,
});

export const lotFlows = contract({
  ...get,
  name: 'lots.flows',
  path: '/api/shop/shop-lots/flows/:id',
  summary: 'Every change of a lot, oldest first',
  params: z.object({ id: idField }),
  answer: z.array(lotFlowSchema),
});

/** Lots of the same order, this one left out; empty for a lot that stands alone. */
export const subLotList = contract({
  ...get,
  name: 'lots.sub-list',
  path: '/api/shop/shop-lots/sub-lot-list/:id',
  summary: 'Other lots of the same order',
  params: z.object({ id: idField }),
  query: z.object({ page: pageField, size: sizeField }),
  answer: z.object({ items: z.array(lotCardSchema), total: z.int() }),
});

/** Lots staff put forward, while their dates last; at most 12. */
export const featuredLots = contract({
  ...get,
  name: 'lots.featured',
  path: '/api/shop/shop-lots/is-reklama-list',
  summary: 'Featured lots',
  answer: z.array(lotCardSchema),
});

/** Answers the file itself, to be saved under its name; addresses stand in the documents tab. */
export const lotDocumentFile = contract({
  ...get,
  name: 'lots.document-file',
  path: '/api/shop/lot-card/document/:id/:document',
  summary: 'The file of one document',
  params: z.object({ id: idField, document: idField }),
  /** The bytes: PDF or a picture. */
  answer: z.string(),
});

export const lotTabContracts = [lotTabDetails, lotFlows, subLotList, featuredLots, lotDocumentFile];
