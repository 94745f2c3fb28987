import { z } from 'zod';
import { incrementSchema, overtimeSchema } from '../../auction/rules.ts';
import { TENURES } from '../../trade/rent.ts';
import { ORDER_TYPES } from '../site/reference.ts';

/**
 * What an order holds. Everything may be absent while it is being written, and a value may break a rule: it is stored as
 * it was written, so that nothing typed is lost, and reported as a problem (shared/orders/order-problems.ts). Here only
 * types and sizes are judged.
 */

export const OWNER_TYPES = ['natural', 'legal', 'state-body'] as const;
export const TRADE_TYPES = ['auction', 'fixed-price'] as const;
/** Rule sets a customer may choose: practice rooms have no orders. */
export const ORDER_RULE_SETS = ['state-shop', 'state-live', 'private'] as const;
export type OrderRuleSet = (typeof ORDER_RULE_SETS)[number];
/** How the property came to its seller (dictionaries/get-dynamic-list `category-types`). */
export const CATEGORY_TYPES = [
  'own',
  'pledge',
  'bankruptcy',
  'confiscated',
  'ownerless',
  'inherited',
  'customs',
] as const;
export type CategoryType = (typeof CATEGORY_TYPES)[number];
/** Kind of the property (dictionaries/get-dynamic-list `property-types`). */
export const PROPERTY_TYPES = ['movable', 'immovable', 'rights'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** Longest text that is stored at all, in letters. */
const TEXT_MAX = 10_000;
const FACTS_MAX = 60;
/** Neither NUL nor half a surrogate pair, which the database does not store. */
const STORABLE = /^[^\0\p{Cs}]*$/u;
const text = z.string().max(TEXT_MAX).regex(STORABLE);
/** A line of the form. */
const line = z.string().max(1_000).regex(STORABLE);

/** Uzbek in Latin letters, and Russian; an empty text is a language not yet written. */
const twoTexts = z.strictObject({ uz: text, ru: text });
export type TwoTexts = z.infer<typeof twoTexts>;

/** Figures that the rule set leaves to the order. Instants in ms. */
const choicesSchema = z.strictObject({
  /** At most two decimals. */
  depositPercent: z.number().optional(),
  increment: incrementSchema.optional(),
  /** null: none. */
  overtime: overtimeSchema.nullable().optional(),
  minParticipants: z.number().optional(),
  /** The first price: the start price, or one increment above it. */
  firstBid: z.enum(['atStart', 'startPlusIncrement']).optional(),
  /** Applications are taken until bidding starts, or until its end. */
  applicationsUntil: z.enum(['start', 'close']).optional(),
  /** `private`: by how much of the first price each repeat starts lower; at most two decimals. */
  repeatCutPercent: z.number().optional(),
  /** `private`: when trade begins and ends. */
  opensAtMs: z.number().optional(),
  closesAtMs: z.number().optional(),
  /** `state-live`: the announced day in Tashkent, `YYYY-MM-DD`. */
  announcedOn: z.string().max(10).optional(),
});
export type TradeChoices = z.infer<typeof choicesSchema>;

/** Where the money goes: a bank account, or a card of the person that is known by its token (gateway/uzcard-cards). */
const requisitesSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('account'),
    bankName: line,
    /** 20 digits. */
    account: line,
    /** Code of the branch, 5 digits. */
    mfo: line,
    holderName: line,
  }),
  z.strictObject({ kind: z.literal('card'), cardId: z.number() }),
]);
export type OrderRequisites = z.infer<typeof requisitesSchema>;

export const orderFieldsSchema = z.strictObject({
  ownerType: z.enum(OWNER_TYPES).optional(),
  orderType: z.enum(ORDER_TYPES).optional(),
  tradeType: z.enum(TRADE_TYPES).optional(),
  ruleSet: z.enum(ORDER_RULE_SETS).optional(),
  choices: choicesSchema.optional(),
  categoryId: z.number().optional(),
  categoryType: z.enum(CATEGORY_TYPES).optional(),
  propertyType: z.enum(PROPERTY_TYPES).optional(),
  title: twoTexts.optional(),
  description: twoTexts.optional(),
  extraDescription: twoTexts.optional(),
  quantity: z.number().optional(),
  /** A unit of measure (dictionaries/get-dynamic-list `units`). */
  unit: z
    .string()
    .regex(/^[a-z0-9-]{1,45}$/)
    .optional(),
  /** Code of a field of the category → a text in two languages, a number, yes or no, or the code of a choice. */
  facts: z
    .record(z.string().regex(/^[a-z0-9-]{1,60}$/), z.union([z.number(), z.boolean(), line, twoTexts]))
    .refine((facts) => Object.keys(facts).length <= FACTS_MAX, 'too many')
    .optional(),
  tenure: z.enum(TENURES).optional(),
  /** The price is for the whole term. */
  rentMonths: z.number().optional(),
  /** Of one unit at a fixed price, of everything in an auction. */
  startPriceTiyin: z.number().optional(),
  /** By the report of an appraiser. */
  estimatedPriceTiyin: z.number().optional(),
  /** A document lets the start price be below the estimate. */
  belowEstimateAllowed: z.boolean().optional(),
  /** How long the property stays in trade. */
  stayDays: z.union([z.number(), z.literal('until-sold')]).optional(),
  paymentWorkingDays: z.number().optional(),
  /** Absent: the price is paid in full at once. */
  instalments: z.strictObject({ months: z.number(), firstPartBp: z.number() }).optional(),
  regionId: z.number().optional(),
  areaId: z.number().optional(),
  address: twoTexts.optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  phone: line.optional(),
  extraPhone: line.optional(),
  email: line.optional(),
  requisites: requisitesSchema.optional(),
});
export type OrderFields = z.infer<typeof orderFieldsSchema>;

/** Fields of one saving: absent ones stay as they are, null deletes. */
export const orderPatchSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(orderFieldsSchema.shape).map(([name, schema]) => [name, schema.nullable()]),
  ) as {
    [Name in keyof typeof orderFieldsSchema.shape]: z.ZodNullable<(typeof orderFieldsSchema.shape)[Name]>;
  },
);
export type OrderPatch = z.infer<typeof orderPatchSchema>;

export { requisitesSchema as orderRequisitesSchema };
