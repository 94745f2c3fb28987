import { z } from 'zod';
import { nameInputSchema } from '../../content/names.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { contract } from '../contract.ts';
import { SHORT_ID_MAX, shortIdField, uuid, versionInBody } from '../fields.ts';
import { askedFieldSchema, FACT_KINDS } from '../cabinet/order-questions.ts';
import { categorySchema, ORDER_TYPES } from '../site/reference.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

/** Fields of one category, and choices of one field. */
export const CATEGORY_LIMITS = { fields: 40, choices: 60, children: 200 } as const;

/** Address of an icon by its name, for those who choose one. */
export const iconShapeUrl = (name: string): string => `/icons/shape/${name}.svg`;

/** Concerns no person. */
const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.writeReference },
  subject: 'none',
  rateLimit: { perMinute: 60 },
} as const;
const readers = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readReference },
  rateLimit: { perMinute: 120 },
} as const;

const code = z.string().regex(/^[a-z][a-z0-9-]{0,44}$/);
const version = versionInBody;
const limit = z.number().min(-1e12).max(1e12).nullable();

/** A field as staff write it; a new one has no code yet. Kind and unit of one that was saved never change. */
const fieldInputSchema = z.strictObject({
  code: code.nullable(),
  label: nameInputSchema,
  kind: z.enum(FACT_KINDS),
  unit: nameInputSchema.nullable(),
  required: z.boolean(),
  min: limit,
  max: limit,
  whole: z.boolean(),
  choices: z
    .array(z.strictObject({ code: code.nullable(), label: nameInputSchema, removed: z.boolean() }))
    .max(CATEGORY_LIMITS.choices),
  removed: z.boolean(),
});
export type FieldInput = z.infer<typeof fieldInputSchema>;

const storedFieldSchema = askedFieldSchema.extend({
  /** Not asked any more; lots that have an answer still show it. */
  removed: z.boolean(),
  choices: z.array(z.object({ code: z.string(), label: localizedTextSchema, removed: z.boolean() })),
});
export type CategoryField = z.infer<typeof storedFieldSchema>;

const CATEGORY_ACTIONS = ['create', 'edit', 'fields', 'hide', 'show'] as const;
export const dictionaryChangeSchema = z.object({ version: z.int(), by: z.string(), atMs: z.number() });

const briefSchema = categorySchema.extend({
  hidden: z.boolean(),
  /** Fields that are asked about its property. */
  fieldCount: z.int(),
});
export type CategoryBrief = z.infer<typeof briefSchema>;

const consoleCategorySchema = briefSchema.extend({
  version: z.int(),
  /** null: it is a group. */
  parentId: z.int().nullable(),
  orderTypes: z.array(z.enum(ORDER_TYPES)),
  /** Whether it asks its own fields; otherwise those of its group. */
  ownFields: z.boolean(),
  /** Its own fields, with those that are not asked any more. */
  fields: z.array(storedFieldSchema),
  /** Of its group; empty for a group. */
  groupFields: z.array(storedFieldSchema),
  /** The newest first. */
  changes: z.array(dictionaryChangeSchema.extend({ action: z.enum(CATEGORY_ACTIONS) })),
});
export type ConsoleCategory = z.infer<typeof consoleCategorySchema>;

export const consoleCategories = contract({
  ...readers,
  name: 'console.categories',
  refusals: {},
  method: 'get',
  path: '/api/console/categories',
  summary: 'Groups with their categories, hidden ones too, and the icons there are',
  answer: z.object({
    groups: z.array(briefSchema.extend({ categories: z.array(briefSchema) })),
    icons: z.array(z.string()),
  }),
});

export const consoleCategory = contract({
  ...readers,
  name: 'console.category',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/categories/:id',
  summary: 'One group or category with its fields and its history',
  params: z.object({ id: shortIdField }),
  answer: consoleCategorySchema,
});

const ownParts = {
  name: nameInputSchema,
  icon: z.string().regex(/^[a-z0-9-]{1,40}$/),
  orderTypes: z.array(z.enum(ORDER_TYPES)).min(1).max(2),
};

/** Last among those of its parent. The same `requestId` again answers with the one it made. */
export const createCategory = contract({
  ...staff,
  name: 'console.category-create',
  refusals: { 404: ['not-found'], 422: ['categories.request-reused', 'categories.unknown-icon'] },
  method: 'post',
  path: '/api/console/categories',
  summary: 'Add a group, or a category to a group',
  body: z.strictObject({
    requestId: uuid,
    parentId: z.int().min(1).max(SHORT_ID_MAX).nullable(),
    ...ownParts,
  }),
  answer: consoleCategorySchema,
});

/**
 * 409 `categories.two-persons` for another name of a category that lots on trade, or of the last half year, are of: the decision
 * `rename-entry` of two persons. 409 `categories.changed` after a concurrent change.
 */
export const editCategory = contract({
  ...staff,
  name: 'console.category-edit',
  refusals: {
    404: ['not-found'],
    409: ['categories.changed', 'categories.two-persons'],
    422: ['categories.unknown-icon'],
  },
  method: 'put',
  path: '/api/console/categories/:id',
  summary: 'Change names, icon and who may offer property of it',
  params: z.object({ id: shortIdField }),
  body: z.strictObject({ version, ...ownParts }),
  answer: consoleCategorySchema,
});

/** Hidden: not offered to sellers any more. Lots and orders that name it stay. 409 `categories.changed`. */
/** 409 `turned-down-before` for who has hidden it twice within 30 days. */
export const hideCategory = contract({
  ...staff,
  name: 'console.category-hide',
  refusals: { 404: ['not-found'], 409: ['categories.changed', 'turned-down-before'] },
  method: 'post',
  path: '/api/console/categories/:id/hide',
  summary: 'Hide a category, or offer it again',
  params: z.object({ id: shortIdField }),
  body: z.strictObject({ version, hidden: z.boolean() }),
  answer: consoleCategorySchema,
});

/**
 * What lots say stays as it is: 422 `categories.in-use` for other words of an answer that some lot has.
 * 409 `categories.changed`; 422 `categories.*` names the field that cannot be so in `details.field`.
 */
export const saveCategoryFields = contract({
  ...staff,
  name: 'console.category-fields',
  refusals: {
    404: ['not-found'],
    409: ['categories.changed'],
    422: [
      'categories.choice-missing',
      'categories.choices',
      'categories.field-missing',
      'categories.in-use',
      'categories.other-meaning',
      'categories.range',
      'categories.unit',
      'categories.unknown-choice',
      'categories.unknown-field',
    ],
  },
  method: 'put',
  path: '/api/console/categories/:id/fields',
  summary: 'Change what is asked about property of it',
  params: z.object({ id: shortIdField }),
  body: z.strictObject({
    version,
    ownFields: z.boolean(),
    fields: z.array(fieldInputSchema).max(CATEGORY_LIMITS.fields),
  }),
  answer: consoleCategorySchema,
});

const ids = z.array(z.int().min(1).max(SHORT_ID_MAX)).min(1).max(CATEGORY_LIMITS.children);

/** All groups, or all categories of a group. 409 `categories.changed` when `before` is not their order now. */
export const arrangeCategories = contract({
  ...staff,
  name: 'console.categories-arrange',
  refusals: { 409: ['categories.changed'], 422: ['categories.other-entries'] },
  method: 'post',
  path: '/api/console/categories/arrange',
  summary: 'Put groups, or categories of a group, in another order',
  body: z.strictObject({ parentId: z.int().min(1).max(SHORT_ID_MAX).nullable(), before: ids, after: ids }),
  answer: z.object({ ids }),
});

export const consoleCategoryContracts = [
  consoleCategories,
  consoleCategory,
  createCategory,
  editCategory,
  hideCategory,
  saveCategoryFields,
  arrangeCategories,
];
