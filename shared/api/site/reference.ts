import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { STATUS_COLOURS } from '../../lifecycles/lot-status.ts';
import { contract } from '../contract.ts';
import { DYNAMIC_LISTS } from '../list-names.ts';
import { calendarDay } from '../calendar-day.ts';
import { shortIdField } from '../fields.ts';

const get = { method: 'get', tag: 'reference', access: 'public', rateLimit: { perMinute: 120 } } as const;

const regionSchema = z.object({
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
  refusals: {},
  path: '/api/shop/dictionaries/region',
  summary: 'Regions',
  answer: z.array(regionSchema),
});

export const categorySchema = z.object({
  id: z.int(),
  name: localizedTextSchema,
  /** Name of the icon in the lucide set, e.g. `car`. */
  icon: z.string(),
  /** Address of the icon as a picture, built from id and type (`group` or `category`). */
  iconUrl: z.string(),
  /** Lots of the current tab in this category. */
  lotCount: z.int(),
});
export type Category = z.infer<typeof categorySchema>;

const categoryGroupSchema = categorySchema.extend({ categories: z.array(categorySchema) });
export type CategoryGroup = z.infer<typeof categoryGroupSchema>;

/** Two levels: groups with their categories. A lot belongs to a category; a group's counter is the sum. */
export const categories = contract({
  ...get,
  name: 'reference.categories',
  refusals: {},
  path: '/api/shop/dictionaries/categories',
  summary: 'Category tree with counters of current lots',
  answer: z.array(categoryGroupSchema),
});

/** Statuses 1–17 with name and colour class. */
export const lotStatuses = contract({
  ...get,
  name: 'reference.lot-statuses',
  refusals: {},
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
export type OrderType = (typeof ORDER_TYPES)[number];

export const orderTypes = contract({
  ...get,
  name: 'reference.order-types',
  refusals: {},
  path: '/api/shop/dictionaries/order-types',
  summary: 'Order types: property turned over to the state, private property',
  answer: z.array(z.object({ id: z.int(), code: z.enum(ORDER_TYPES), name: localizedTextSchema })),
});

/** The base calculation amount in force today. */
export const baseAmount = contract({
  ...get,
  name: 'reference.mzp',
  refusals: {},
  path: '/api/shop/common/mzp',
  summary: 'Base calculation amount in force',
  answer: z.object({ amountTiyin: z.int(), validFrom: calendarDay }),
});

const areaSchema = z.object({
  id: z.int(),
  /** null: an area of the platform's own, without a code of the classifier. */
  soato: z.string().nullable(),
  regionId: z.int(),
  name: localizedTextSchema,
});
export type Area = z.infer<typeof areaSchema>;

/** Districts and towns; of one region or of all. */
export const areas = contract({
  ...get,
  name: 'reference.areas',
  refusals: {},
  path: '/api/shop/dictionaries/area',
  summary: 'Districts and towns',
  query: z.object({ region: shortIdField.optional() }),
  answer: z.array(areaSchema),
});

export const groups = contract({
  ...get,
  name: 'reference.groups',
  refusals: {},
  path: '/api/shop/dictionaries/group',
  summary: 'Groups of categories with counters of current lots',
  answer: z.array(categorySchema),
});

/** One line of a fixed dictionary. `code` is stable; the colour class is null where none is shown. */
const dictionaryItemSchema = z.object({
  id: z.int(),
  code: z.string(),
  name: localizedTextSchema,
  colour: z.enum(STATUS_COLOURS).nullable(),
});
export type DictionaryItem = z.infer<typeof dictionaryItemSchema>;

const dictionary = (name: string, path: string, summary: string) =>
  contract({
    refusals: {},
    ...get,
    name: `reference.${name}`,
    path: `/api/shop/dictionaries/${path}`,
    summary,
    answer: z.array(dictionaryItemSchema),
  });

export const orderMethods = dictionary(
  'order-methods',
  'order-methods',
  'Ways of selling: auction, fixed price',
);
export const refundStatuses = dictionary('refund-statuses', 'money-back-status', 'Statuses of a refund');
export const orderStatuses = dictionary('order-statuses', 'order-statuses', 'Statuses of an order');
export const paymentStatuses = dictionary(
  'payment-statuses',
  'get-payment-statuses',
  'Statuses of a payment',
);
export const applicationStatuses = dictionary(
  'application-statuses',
  'user-order-statuses',
  'Statuses of a trade application',
);

/** `mfo`: five digits; null until the directory of the Central Bank is imported, and typed by the person then. */
const bankSchema = z.object({ id: z.int(), mfo: z.string().nullable(), name: localizedTextSchema });
export type Bank = z.infer<typeof bankSchema>;

export const banks = contract({
  ...get,
  name: 'reference.banks',
  refusals: {},
  path: '/api/shop/dictionaries/bank',
  summary: 'Banks with their codes',
  answer: z.array(bankSchema),
});

/** A named list of ids and labels, in the order of staff. */
export const dynamicList = contract({
  ...get,
  name: 'reference.dynamic-list',
  refusals: {},
  path: '/api/shop/dictionaries/get-dynamic-list',
  summary: 'A named list',
  query: z.object({ name: z.enum(DYNAMIC_LISTS) }),
  answer: z.array(
    z.object({
      id: z.string(),
      label: localizedTextSchema,
      /** Not offered any more: only what is stored with it still needs its name. */
      hidden: z.boolean(),
    }),
  ),
});

export const referenceContracts = [
  regions,
  areas,
  categories,
  groups,
  lotStatuses,
  orderTypes,
  orderMethods,
  refundStatuses,
  orderStatuses,
  paymentStatuses,
  applicationStatuses,
  banks,
  dynamicList,
  baseAmount,
];
