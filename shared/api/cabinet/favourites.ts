import { z } from 'zod';
import { contract } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { lotCardSchema } from '../site/lots.ts';

/** Maximum favourites per person. */
export const FAVOURITES_MAX = 500;

const mine = { tag: 'favourites', access: 'signed-in', rateLimit: { perMinute: 120 } } as const;
const body = z.strictObject({ lotId: z.int().min(1) });
/** All my favourite lots after the change, newest first. */
const ids = z.object({ ids: z.array(z.int()) });

export const addFavourite = contract({
  ...mine,
  name: 'favourites.add',
  refusals: { 404: ['not-found'], 422: ['favourites-full'] },
  method: 'post',
  path: '/api/shop/favourite-lots/add',
  summary: 'Keep a lot among my favourites; repeating changes nothing',
  body,
  answer: ids,
});

export const removeFavourite = contract({
  ...mine,
  name: 'favourites.remove',
  refusals: {},
  method: 'post',
  path: '/api/shop/favourite-lots/remove',
  summary: 'Take a lot from my favourites; repeating changes nothing',
  body,
  answer: ids,
});

export const favouriteList = contract({
  token: 'read',
  ...mine,
  name: 'favourites.list',
  refusals: {},
  method: 'get',
  path: '/api/shop/favourite-lots/list',
  summary: 'My favourite lots, newest first',
  query: z.object({ page: wholeNumber(1, 1_000).default(1), size: wholeNumber(1, 60).default(12) }),
  answer: z.object({
    items: z.array(lotCardSchema),
    total: z.int(),
    /** All of them: marks the hearts of lists and cards. */
    ids: z.array(z.int()),
  }),
});

export const favouriteContracts = [addFavourite, removeFavourite, favouriteList];
