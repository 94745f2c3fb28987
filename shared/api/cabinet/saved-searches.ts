import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { LOT_SEARCH_MAX } from '../../limits/lot-list.ts';
import { TENURES } from '../../trade/rent.ts';
import { contract } from '../contract.ts';
import { idInBody, SHORT_ID_MAX } from '../fields.ts';
import { ORDER_TYPES } from '../site/reference.ts';
import { writtenLine } from '../written-texts.ts';

/** Saved searches of one person at most. */
export const SAVED_SEARCHES_MAX = 20;
export const SAVED_SEARCH_NAME_MAX = 80;

const mine = { tag: 'favourites', access: 'signed-in', rateLimit: { perMinute: 60 } } as const;

const id = z.int().min(1).max(SHORT_ID_MAX).optional();
const tiyin = z.int().min(0).max(MAX_TIYIN).optional();

/** What of the filters of the list of lots a lot keeps from its publication on; at least one. */
const savedFilterSchema = z
  .strictObject({
    q: writtenLine(1, LOT_SEARCH_MAX).optional(),
    region: id,
    area: id,
    group: id,
    category: id,
    payment: z.enum(['full', 'parts']).optional(),
    orderType: z.enum(ORDER_TYPES).optional(),
    tenure: z.enum(TENURES).optional(),
    tradeType: z.enum(['auction', 'fixed-price']).optional(),
    priceFromTiyin: tiyin,
    priceToTiyin: tiyin,
  })
  .refine((filter) => Object.keys(filter).length > 0);
export type SavedFilter = z.infer<typeof savedFilterSchema>;

const savedSearchSchema = z.object({
  id: z.int(),
  /** As the person called it. */
  name: z.string(),
  /** Path of the list of lots with these filters. */
  path: z.string(),
  createdAtMs: z.number(),
  /** null: no lot was found yet. */
  notifiedAtMs: z.number().nullable(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

export const savedSearches = contract({
  ...mine,
  name: 'saved-searches.list',
  refusals: {},
  method: 'get',
  path: '/api/shop/saved-searches/list',
  summary: 'My saved searches, the newest first',
  answer: z.object({ items: z.array(savedSearchSchema) }),
});

/** The same filters again only change the name. 422 `saved-searches.too-many` beyond twenty. */
export const saveSearch = contract({
  ...mine,
  name: 'saved-searches.add',
  refusals: { 422: ['saved-searches.too-many'] },
  method: 'post',
  path: '/api/shop/saved-searches/add',
  summary: 'Notify me of new lots by these filters, once an hour at most',
  body: z.strictObject({ name: writtenLine(1, SAVED_SEARCH_NAME_MAX), filter: savedFilterSchema }),
  answer: savedSearchSchema,
});

/** Removing what is not there changes nothing. */
export const removeSavedSearch = contract({
  ...mine,
  name: 'saved-searches.remove',
  refusals: {},
  method: 'post',
  path: '/api/shop/saved-searches/remove',
  summary: 'Notify me no more of lots of a saved search of mine',
  body: z.strictObject({ id: idInBody }),
  answer: z.object({ removed: z.literal(true) }),
});

export const savedSearchContracts = [savedSearches, saveSearch, removeSavedSearch];
