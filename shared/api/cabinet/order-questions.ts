import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { contract } from '../contract.ts';
import { shortIdField } from '../fields.ts';
import { categorySchema, ORDER_TYPES } from '../site/reference.ts';
import { PROPERTY_TYPES } from './order-fields.ts';

const get = { method: 'get', tag: 'reference', access: 'public', rateLimit: { perMinute: 120 } } as const;

/** Categories in which property of this order type may be offered. */
export const orderCategories = contract({
  ...get,
  name: 'reference.order-categories',
  refusals: {},
  path: '/api/shop/dictionaries/order-categories',
  summary: 'Categories allowed for an order type',
  query: z.object({ orderType: z.enum(ORDER_TYPES) }),
  answer: z.array(
    categorySchema.omit({ lotCount: true }).extend({
      categories: z.array(
        categorySchema.omit({ lotCount: true }).extend({
          /** Kinds of property that it holds, the usual one first. */
          propertyTypes: z.array(z.enum(PROPERTY_TYPES)).min(1),
        }),
      ),
    }),
  ),
});

export const FACT_KINDS = ['text', 'number', 'area', 'year', 'date', 'choice', 'yes-no'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

export const askedFieldSchema = z.object({
  code: z.string(),
  label: localizedTextSchema,
  kind: z.enum(FACT_KINDS),
  /** Unit of a number (`m²`, `km`), null without one. */
  unit: localizedTextSchema.nullable(),
  required: z.boolean(),
  /** Least and greatest value of a number; null: those of its kind. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Counted, not measured. */
  whole: z.boolean(),
  choices: z.array(z.object({ code: z.string(), label: localizedTextSchema })),
});
export type AskedField = z.infer<typeof askedFieldSchema>;

/** What is asked about property of a category, in the order of the form and of the card. */
export const categoryFields = contract({
  ...get,
  name: 'reference.fields',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/dictionaries/field_list',
  summary: 'Property fields asked for in a category',
  query: z.object({ category: shortIdField }),
  answer: z.array(askedFieldSchema),
});

export const orderQuestionContracts = [orderCategories, categoryFields];
