import { z } from 'zod';
import { ROOM_PHASES } from '../../auction/refusals.ts';
import { auctionRulesSchema, MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import {
  ACTIVE_LOTS_DEFAULT,
  ACTIVE_LOTS_MAX,
  LOT_PAGE_SIZE,
  LOT_PAGE_SIZE_MAX,
  LOT_SEARCH_MAX,
} from '../../limits/lot-list.ts';
import { LOT_OUTCOMES } from '../../lifecycles/lot-outcome.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { DEFAULT_LOT_TAB, LOT_STAGE_NAMES } from '../../lifecycles/lot-tabs.ts';
import { TENURES } from '../../trade/rent.ts';
import { PROTOCOL_CAUSES, PROTOCOL_STATUSES } from '../../lifecycles/protocol-causes.ts';
import { contract } from '../contract.ts';
import { calendarDay } from '../calendar-day.ts';
import { idField, shortIdField, wholeNumber } from '../fields.ts';
import { ORDER_TYPES } from './reference.ts';

export const lotIdSchema = idField;
export const RULE_SET_NAMES = ['state-shop', 'state-live', 'private', 'practice'] as const;
export type RuleSetName = (typeof RULE_SET_NAMES)[number];

/** One width of a photo. */
const photoSizeSchema = z.object({ url: z.string(), width: z.int(), height: z.int() });

/** `url`, `width` and `height` are those of the largest size sent. */
export const photoSchema = photoSizeSchema.extend({
  alt: localizedTextSchema,
  /** Narrowest first; absent for photos of an earlier release, which have one size. */
  sizes: z.array(photoSizeSchema).optional(),
  /** A few blurred pixels as a `data:` address, shown until the photo is there. */
  blur: z.string().optional(),
  /** Not marked visible to participants: sent to the owner and to staff only. */
  hidden: z.literal(true).optional(),
});
export type Photo = z.infer<typeof photoSchema>;

/** The room as lists show it: at most a second behind the room itself. */
const lotProjectionSchema = z.object({
  phase: z.enum(ROOM_PHASES),
  priceTiyin: z.int().nullable(),
  /** Confirmed prices so far. */
  count: z.int(),
  deadlineMs: z.number(),
  leaderNumber: z.int().nullable(),
});
/** Units of a lot at a fixed price; free ones are `units - reserved - sold`. */
export const stockSchema = z.object({
  units: z.int(),
  /** Set aside for buyers whose code is pending. */
  reserved: z.int(),
  sold: z.int(),
});
export type Stock = z.infer<typeof stockSchema>;

export const lotCardSchema = z.object({
  id: z.int(),
  /** Public number; the room's address is /game-view/{id}. */
  number: z.string(),
  title: localizedTextSchema,
  groupId: z.int(),
  categoryId: z.int(),
  category: localizedTextSchema,
  regionId: z.int(),
  region: localizedTextSchema,
  /** District or town within the region. */
  areaId: z.int().nullable(),
  area: localizedTextSchema.nullable(),
  photo: photoSchema.nullable(),
  status: z.literal(Object.values(LOT_STATUS)),
  tradeType: z.enum(['auction', 'fixed-price']),
  orderType: z.enum(ORDER_TYPES),
  ruleSet: z.enum(RULE_SET_NAMES),
  practice: z.boolean(),
  startPriceTiyin: z.int(),
  depositTiyin: z.int(),
  /** Percent of the start price, at most two decimals. */
  depositPercent: z.number(),
  firstStepTiyin: z.int(),
  /** Null where the step is a fixed sum or a ladder. */
  firstStepPercent: z.number().nullable(),
  /** Months over which the winner may pay; null: in full. */
  instalmentMonths: z.int().nullable(),
  /**
   * Let for so many months, for which the price is; null months: the term is only in the lot's papers. Null, or absent in
   * answers of earlier releases: sold into ownership.
   */
  rent: z.object({ months: z.int().nullable() }).nullish(),
  publishedAtMs: z.number(),
  /** Applications are taken until then. */
  applicationsUntilMs: z.number(),
  opensAtMs: z.number(),
  closesAtMs: z.number(),
  room: lotProjectionSchema,
  /** Of a lot at a fixed price; null or absent for auctions. At most a second old. */
  stock: stockSchema.nullish(),
});
export type LotCard = z.infer<typeof lotCardSchema>;

/** How a finished lot ended. Winner and reserve winner are numbers only: names appear in the protocol. */
export const lotResultSchema = z.object({
  outcome: z.enum(LOT_OUTCOMES),
  priceTiyin: z.int().nullable(),
  winnerNumber: z.int().nullable(),
  reserveNumber: z.int().nullable(),
  reservePriceTiyin: z.int().nullable(),
  participants: z.int(),
  confirmedPrices: z.int(),
  /** Winner's payment is due by then; null when nothing is to be paid. */
  payUntilMs: z.number().nullable(),
  endedAtMs: z.number(),
});
export type LotResult = z.infer<typeof lotResultSchema>;

export const lotDetailsSchema = lotCardSchema.extend({
  description: localizedTextSchema,
  address: localizedTextSchema,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  quantity: z.int(),
  photos: z.array(photoSchema),
  customer: z.object({
    name: localizedTextSchema,
    ownerType: z.enum(['legal', 'natural', 'state']),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
  ruleSetVersion: z.int(),
  rules: auctionRulesSchema,
  /** First price a participant can confirm. */
  firstSuggestedTiyin: z.int(),
  paymentWorkingDays: z.int(),
  /** Anyone may watch the room; closed rooms show it to admitted participants only. */
  watchable: z.boolean(),
  result: lotResultSchema.nullable(),
  /** The lot that repeats this one: the next round of a practice room, or of an order that was not sold. */
  nextLotId: z.int().nullable(),
  /** The lot that this one repeats. Absent in answers of earlier releases. */
  repeats: z
    .object({
      lotId: z.int(),
      /** 2 for the first repeat. */
      round: z.int(),
      /** By how much of the first price it starts lower than the last round, in basis points. */
      cutBp: z.int(),
    })
    .nullish(),
});
export type LotDetails = z.infer<typeof lotDetailsSchema>;

const optionalId = shortIdField.optional();
const optionalTiyin = wholeNumber(0, MAX_TIYIN).optional();

/** Orders of the list. Without one each tab has its own: nearest event, newest or, with `q`, best match first. */
export const LOT_SORTS = ['soonest', 'newest', 'price-up', 'price-down'] as const;
export type LotSort = (typeof LOT_SORTS)[number];

const lotFilterSchema = z.object({
  /** Lot number or words of the name, any apostrophe, either script. */
  q: z.string().trim().max(LOT_SEARCH_MAX).optional(),
  region: optionalId,
  group: optionalId,
  category: optionalId,
  area: optionalId,
  /** In full at once, or by parts. */
  payment: z.enum(['full', 'parts']).optional(),
  orderType: z.enum(ORDER_TYPES).optional(),
  /** Sold into ownership, or let. */
  tenure: z.enum(TENURES).optional(),
  tradeType: z.enum(['auction', 'fixed-price']).optional(),
  priceFromTiyin: optionalTiyin,
  priceToTiyin: optionalTiyin,
  /** Bidding now, or applications accepted. */
  stage: z.enum(LOT_STAGE_NAMES).optional(),
  /** Days in Tashkent, inclusive, on at least one of which the lot is traded: its window from opening to closing. */
  dateFrom: calendarDay.optional(),
  dateTo: calendarDay.optional(),
});
export type LotFilter = z.infer<typeof lotFilterSchema>;

const lotListQuerySchema = lotFilterSchema.extend({
  i: wholeNumber(0, 4).default(DEFAULT_LOT_TAB),
  page: wholeNumber(1, 100_000).default(1),
  size: wholeNumber(1, LOT_PAGE_SIZE_MAX).default(LOT_PAGE_SIZE),
  sort: z.enum(LOT_SORTS).optional(),
});
export type LotListQuery = z.infer<typeof lotListQuerySchema>;

const get = { method: 'get', tag: 'lots', access: 'public', rateLimit: { perMinute: 240 } } as const;

export const lotList = contract({
  ...get,
  name: 'lots.list',
  refusals: {},
  path: '/api/shop/shop-lots/lot-list',
  summary: 'Lots of a tab, filtered and paged',
  query: lotListQuerySchema,
  answer: z.object({ items: z.array(lotCardSchema), total: z.int(), page: z.int(), size: z.int() }),
});

export const lotListCounter = contract({
  ...get,
  name: 'lots.list-counter',
  refusals: {},
  path: '/api/shop/shop-lots/lot-list-counter',
  summary: 'How many lots each tab has under the same filters',
  query: lotFilterSchema,
  answer: z.object({
    searchResults: z.int(),
    newLots: z.int(),
    completed: z.int(),
    notHeld: z.int(),
    current: z.int(),
    /** Of the current ones: bidding now. */
    live: z.int(),
    /** Of the current ones: applications are accepted. */
    applicationsOpen: z.int(),
  }),
});

/** Running rooms first (nearest end first), then those that start next. */
export const activeLotList = contract({
  ...get,
  name: 'lots.active-list',
  refusals: {},
  path: '/api/shop/shop-lots/active-lot-list',
  summary: 'Current auctions with their prices',
  query: z.object({
    limit: wholeNumber(1, ACTIVE_LOTS_MAX).default(ACTIVE_LOTS_DEFAULT),
    /** Excludes this lot: for "other current auctions" next to a room. */
    except: optionalId,
  }),
  answer: z.array(lotCardSchema),
});

export const lotDetails = contract({
  ...get,
  name: 'lots.details',
  refusals: { 404: ['lots.not-found'] },
  path: '/api/shop/lot-card/details/:id',
  summary: 'The card of a lot',
  params: z.object({ id: lotIdSchema }),
  answer: lotDetailsSchema,
});

export const lotResult = contract({
  ...get,
  name: 'lots.result',
  refusals: { 404: ['lots.not-found'] },
  path: '/api/shop/shop-lots/result/:id',
  summary: 'How a lot ended; result is null while it has not',
  params: z.object({ id: lotIdSchema }),
  answer: z.object({
    lot: lotCardSchema,
    result: lotResultSchema.nullable(),
    /** Number of the lot's last protocol, a sale's or minutes, in force or cancelled; null where there is none (yet). */
    protocolNumber: z.string().nullable(),
    /** Its check word, for the winner, the customer and staff; otherwise null. */
    protocolWord: z.string().nullable(),
    /** What it is about and whether it is in force. Absent in answers of earlier releases. */
    protocolCause: z.enum(PROTOCOL_CAUSES).nullish(),
    protocolStatus: z.enum(PROTOCOL_STATUSES).nullish(),
    /** Path of its full copy, for those who see the word. */
    protocolFileUrl: z.string().nullish(),
    /** Who bought by it, by number in the room, and for how much; null in minutes. */
    protocolSale: z.object({ buyerNumber: z.int(), priceTiyin: z.int() }).nullish(),
  }),
});

export type LotResultAnswer = z.infer<typeof lotResult.answer>;

export const lotContracts = [lotList, lotListCounter, activeLotList, lotDetails, lotResult];
