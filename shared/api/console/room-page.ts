import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { STAFF_REASON } from '../../limits/room-actions.ts';
import { consoleApplicationSchema } from '../cabinet/user-order.ts';
import { contract } from '../contract.ts';
import { SHORT_ID_MAX, wholeNumber } from '../fields.ts';
import { lotIdSchema } from '../site/lots.ts';
import { boardRoomSchema } from './console-rooms.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { writtenText } from '../written-texts.ts';

const watch = {
  method: 'get',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.watchRooms },
  rateLimit: { perMinute: 240 },
} as const;
const params = z.object({ lotId: lotIdSchema });
const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(25) } as const;

/** 404 for a lot without a room. */
export const consoleRoom = contract({
  ...watch,
  name: 'console.room',
  refusals: { 404: ['not-found'] },
  path: '/api/console/rooms/:lotId',
  summary: 'One room: its state, its figures of the last minute, and what it belongs to',
  params,
  answer: z.object({
    room: boardRoomSchema,
    startPriceTiyin: z.int(),
    /** First announced end. */
    closesAtMs: z.number(),
    /** The order that it came from; null: none. */
    orderId: z.int().nullable(),
    /** The reader bids in this room or sells the lot, under any account: its bidders and their attempts are not shown. */
    ownPart: z.boolean(),
    serverAtMs: z.number(),
  }),
});
export type ConsoleRoom = z.infer<(typeof consoleRoom)['answer']>;

export const ROOM_LOG_PAGE = 100;

/** Never the maximum of an auto-bid, and no limit. */
const roomLogEntrySchema = z.object({
  seq: z.int(),
  kind: z.enum([
    'admitted',
    'limitSet',
    'revoked',
    'opened',
    'autoSet',
    'autoCleared',
    'price',
    'suspended',
    'resumed',
    'deadlineMoved',
    'closed',
  ]),
  atMs: z.number(),
  committedAtMs: z.number(),
  /** Number in the room of the person it is about. */
  number: z.int().nullable(),
  priceTiyin: z.int().nullable(),
  /** A price by an auto-bid. */
  auto: z.boolean(),
  /** Where the entry set or moved it. */
  deadlineMs: z.number().nullable(),
  cause: z.string().nullable(),
  reason: z.string().nullable(),
});
export type RoomLogEntry = z.infer<typeof roomLogEntrySchema>;

/**
 * For a reader with a part in the lot what the room shows to everybody, without auto-bids, limits and causes of revoked rights. The reading of
 * these is in the reader's action log, once an hour.
 */
export const consoleRoomLog = contract({
  ...watch,
  name: 'console.room-log',
  refusals: {},
  path: '/api/console/rooms/:lotId/log',
  summary: 'Entries of a room, newest first',
  params,
  query: z.strictObject({ before: wholeNumber(1, MAX_TIYIN).optional() }),
  answer: z.object({ entries: z.array(roomLogEntrySchema), more: z.boolean() }),
});

/** Of a room with more prices the course has every so many. */
export const ROOM_PRICES_MOST = 400;

const roomPriceSchema = z.object({
  seq: z.int(),
  atMs: z.number(),
  amountTiyin: z.int(),
  number: z.int(),
});
export type RoomPrice = z.infer<typeof roomPriceSchema>;

export const consoleRoomPrices = contract({
  ...watch,
  name: 'console.room-prices',
  refusals: {},
  path: '/api/console/rooms/:lotId/prices',
  summary: 'The course of the confirmed prices of a room, oldest first',
  params,
  answer: z.array(roomPriceSchema),
});

const roomBidderSchema = consoleApplicationSchema
  .pick({ id: true, number: true, status: true, person: true, revokedBecause: true, mayRevoke: true })
  .extend({
    leading: z.boolean(),
    /** It has a limit of offers, which is opened with a reason. */
    limited: z.boolean(),
    connected: z.boolean(),
    /** When the last connection was lost; null: connected, or not known since the servers started. */
    leftAtMs: z.number().nullable(),
    /** Bids and auto-bids sent, those among them that were not accepted, and the last of all. */
    attempts: z.int(),
    refused: z.int(),
    lastAttemptAtMs: z.number().nullable(),
  });
export type RoomBidder = z.infer<typeof roomBidderSchema>;

/** Empty for a reader with a part in the lot. The reading is in the reader's action log, once an hour. */
export const consoleRoomBidders = contract({
  ...watch,
  name: 'console.room-bidders',
  refusals: {},
  path: '/api/console/rooms/:lotId/bidders',
  summary: 'Who takes part in a room, with which right, and whether they are connected',
  params,
  query: z.strictObject(paged),
  answer: z.object({ items: z.array(roomBidderSchema), total: z.int(), page: z.int(), size: z.int() }),
});

/** The reading is in the reader's action log with its reason. 403 `conflict-of-interest` for who has a part in the lot. */
export const openRoomLimits = contract({
  method: 'post',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readApplications },
  rateLimit: { perMinute: 20 },
  name: 'console.open-room-limits',
  refusals: {},
  subject: { kind: 'lot', param: 'lotId' },
  path: '/api/console/rooms/:lotId/limits',
  summary: 'Read the limits of the bidders of a room, for a reason that is recorded',
  params,
  body: z.strictObject({ reason: writtenText(STAFF_REASON.min, STAFF_REASON.max) }),
  answer: z.array(z.object({ applicationId: z.int(), limitTiyin: z.int().nullable() })),
});

const roomAttemptSchema = z.object({
  bidId: z.string(),
  person: z.object({ id: z.string(), name: z.string() }),
  bidderNumber: z.int().nullable(),
  command: z.enum(['place', 'set-auto', 'clear-auto']),
  /** Null for auto-bids. */
  amountTiyin: z.int().nullable(),
  verdict: z.enum(['accepted', 'refused', 'unknown']),
  reason: z.string().nullable(),
  atMs: z.number(),
  /** From its reception to its commit, or to its refusal; null: not recorded. */
  latencyMs: z.number().nullable(),
});
export type RoomAttempt = z.infer<typeof roomAttemptSchema>;

/** Newest first; empty for a reader with a part in the lot. The reading is in the reader's action log. */
export const consoleRoomAttempts = contract({
  ...watch,
  access: { roles: STAFF_RIGHTS.readApplications },
  name: 'console.room-attempts',
  refusals: {},
  path: '/api/console/rooms/:lotId/attempts',
  summary:
    'Every bid and auto-bid that was sent to a room: when, by whom, how fast it was answered, and why it was refused',
  params,
  query: z.strictObject({
    ...paged,
    verdict: z.enum(['accepted', 'refused', 'unknown']).optional(),
    /** Number in the room. */
    bidder: wholeNumber(1, SHORT_ID_MAX).optional(),
  }),
  answer: z.object({ items: z.array(roomAttemptSchema), total: z.int(), page: z.int(), size: z.int() }),
});

export const roomPageContracts = [
  consoleRoom,
  consoleRoomLog,
  consoleRoomPrices,
  consoleRoomBidders,
  openRoomLimits,
  consoleRoomAttempts,
];
