import { z } from 'zod';
import { localizedTextSchema } from '../i18n/localized.ts';
import { STATUS_COLOURS } from '../states/lot-status.ts';
import { contract } from './contract.ts';

const get = { method: 'get', tag: 'reference', access: 'public', rateLimit: { perMinute: 120 } } as const;

export const regionSchema = z.object({
  id: z.int(),
  /** Code of the state classifier of territories. */
  soato: z.string(),
  name: localizedTextSchema,
});
export type Region = z.infer<typeof regionSchema>;

/** The 14 regions, capital first, then by name. */
export const regions = contract({
  ...get,
  name: 'reference.regions',
  path: '/api/shop/dictionaries/region',
  summary: 'Regions',
  answer: z.array(regionSchema),
});

export const categorySchema = z.object({
  id: z.int(),
  name: localizedTextSchema,
  /** Name of the icon in the lucide set, e.g. `car`. */
  icon: z.string(),
  /** Lots of the current tab in this category. */
  lotCount: z.int(),
});
export type Category = z.infer<typeof categorySchema>;

export const categoryGroupSchema = categorySchema.extend({ categories: z.array(categorySchema) });
export type CategoryGroup = z.infer<typeof categoryGroupSchema>;

/** Two levels: groups with their categories. A lot belongs to a category; a group's counter is the sum. */
export const categories = contract({
  ...get,
  name: 'reference.categories',
  path: '/api/shop/dictionaries/categories',
  summary: 'Category tree with counters of current lots',
  answer: z.array(categoryGroupSchema),
});

/** Statuses 1–17 with name and colour class. */
export const lotStatuses = contract({
  ...get,
  name: 'reference.lot-statuses',
  path: '/api/shop/dictionaries/lot-statuses',
  summary: 'Lot statuses',
  answer: z.array(
    z.object({
      id: z.int().min(1).max(17),
      code: z.string(),
      colour: z.enum(STATUS_COLOURS),
      name: localizedTextSchema,
    }),
  ),
});

export const ORDER_TYPES = ['state', 'private'] as const;

export const orderTypes = contract({
  ...get,
  name: 'reference.order-types',
  path: '/api/shop/dictionaries/order-types',
  summary: 'Order types: property turned over to the state, private property',
  answer: z.array(z.object({ id: z.int(), code: z.enum(ORDER_TYPES), name: localizedTextSchema })),
});

/** The base calculation amount in force today. */
export const baseAmount = contract({
  ...get,
  name: 'reference.mzp',
  path: '/api/shop/common/mzp',
  summary: 'Base calculation amount in force',
  answer: z.object({ amountTiyin: z.int(), validFrom: z.iso.date() }),
});

export const referenceContracts = [regions, categories, lotStatuses, orderTypes, baseAmount];
