import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import {
  EPOCH_MAX,
  bidAnswerSchema,
  clearAutoSchema,
  placeSchema,
  publicPriceSchema,
  roomHeadSchema,
  setAutoSchema,
} from '../../realtime/room.ts';
import { contract } from '../contract.ts';
import { wholeNumber } from '../fields.ts';

/** The room's commands over HTTP, where sockets are blocked: the same checks and the same answers. */

const lotId = wholeNumber(1);
const lotParams = z.strictObject({ lotId });

/** Of a room that does not exist, or that the caller may not watch. */
const ENTERING = { 403: ['not-allowed'], 404: ['not-found'] };

export const checkRoom = contract({
  token: 'read',
  name: 'auction.check',
  refusals: {},
  method: 'get',
  path: '/api/shop/game-view/check/:lotId',
  summary: 'May I enter this room, in which role, or why not',
  tag: 'game-view',
  access: 'public',
  rateLimit: { perMinute: 240 },
  params: lotParams,
  elsewhere: true,
  answer: z.object({
    mayEnter: z.boolean(),
    /** Null when one may enter. */
    because: z.enum(['not-found', 'no-access']).nullable(),
    role: z.enum(['bidder', 'observer', 'operator']).nullable(),
    /** Why one may watch but not bid. */
    notBiddingBecause: z.enum(['not-signed-in', 'not-admitted', 'revoked', 'staff']).nullable(),
    /** My number in the room. */
    number: z.int().nullable(),
  }),
});

export const roomOverTime = contract({
  token: 'read',
  name: 'auction.over-time',
  refusals: ENTERING,
  method: 'get',
  path: '/api/shop/game-view/over-time/:lotId',
  summary: "Server time, the room's deadline and how often overtime has moved it",
  tag: 'game-view',
  access: 'public',
  rateLimit: { perMinute: 240 },
  params: lotParams,
  elsewhere: true,
  answer: z.object({
    serverAtMs: z.number(),
    opensAtMs: z.number(),
    /** First announced end; the deadline is never earlier. */
    closesAtMs: z.number(),
    deadlineMs: z.number(),
    extensions: z.int(),
    head: roomHeadSchema,
  }),
});

const command = {
  inRoom: true,
  // What is wrong with a command is a verdict and no refusal of the call.
  refusals: {},
  token: 'bid',
  elsewhere: true,
  tag: 'game-view',
  access: 'signed-in',
  rateLimit: { perMinute: 600 },
  answer: bidAnswerSchema,
} as const;

export const placeBid = contract({
  ...command,
  name: 'auction.place',
  refusals: {},
  method: 'post',
  path: '/api/shop/game-view/place',
  summary: 'Offer a price; repeat only with the same bidId (and sentEpoch): it is judged once',
  body: placeSchema,
});

export const setAutoBid = contract({
  ...command,
  // Every change is stored for good.
  rateLimit: { perMinute: 30 },
  name: 'auction.set-auto-bid',
  refusals: {},
  method: 'post',
  path: '/api/shop/game-view/auto-bid',
  summary: 'Set or change my secret maximum',
  body: setAutoSchema,
});

export const clearAutoBid = contract({
  ...command,
  // Every change is stored for good.
  rateLimit: { perMinute: 30 },
  name: 'auction.clear-auto-bid',
  refusals: {},
  method: 'delete',
  path: '/api/shop/game-view/auto-bid',
  summary: 'Delete my auto-bid; standing prices stay',
  body: clearAutoSchema,
});

export const findBid = contract({
  ...command,
  token: 'read',
  name: 'auction.find-bid',
  refusals: {},
  method: 'get',
  path: '/api/shop/game-view/bid',
  summary: 'What became of the command with this id of mine',
  query: z.strictObject({
    lotId,
    bidId: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
    sentEpoch: wholeNumber(1, EPOCH_MAX).optional(),
  }),
});

/**
 * One line of JSON (`PublicLog` in shared/trust/public-log.ts): every entry with its hash, persons as their numbers, under a signed
 * head. `npm run replay` plays it. 404 for rooms that do not
 * exist, 403 for those the caller may not enter, 409 `game-view.not-over` before the hammer.
 */
export const roomLog = contract({
  token: 'read',
  name: 'auction.log',
  refusals: { ...ENTERING, 409: ['game-view.not-over'] },
  method: 'get',
  path: '/api/shop/game-view/log/:lotId',
  summary:
    'The whole public log of a finished room with its hashes and signed head, as a file that can be replayed',
  tag: 'game-view',
  access: 'public',
  rateLimit: { perMinute: 20 },
  params: lotParams,
  file: ['application/jsonl'],
  /** The file's bytes. */
  answer: z.string(),
});

export const ENTRIES_PAGE = 100;

export const roomEntries = contract({
  token: 'read',
  name: 'auction.entries',
  refusals: ENTERING,
  inRoom: true,
  method: 'get',
  path: '/api/shop/game-view/entries/:lotId',
  summary: 'Confirmed prices before a sequence, newest last',
  tag: 'game-view',
  access: 'public',
  rateLimit: { perMinute: 240 },
  params: lotParams,
  query: z.strictObject({
    before: wholeNumber(1, MAX_TIYIN).optional(),
    limit: wholeNumber(1, ENTRIES_PAGE).optional(),
  }),
  answer: z.object({
    prices: z.array(publicPriceSchema),
    /** There are older ones. */
    more: z.boolean(),
    /** My own highest confirmed price; null without one, and on every page but the first. */
    ownBestTiyin: z.int().nullable(),
  }),
});

export const gameViewRoomContracts = [
  checkRoom,
  roomOverTime,
  placeBid,
  setAutoBid,
  clearAutoBid,
  findBid,
  roomEntries,
  roomLog,
];
