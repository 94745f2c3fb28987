import { z } from 'zod';
import { HAMMER_OUTCOMES, REFUSAL_REASONS, ROOM_PHASES } from '../auction/refusals.ts';
import { MAX_TIYIN } from '../auction/rules.ts';
import { auctionRulesSchema } from '../auction/rules.ts';

/** Socket events and HTTP twins of the room: payload schemas, both directions. Times are ms since 1970 unless named Us. */

const lotId = z.int().min(1).max(MAX_TIYIN);
const bidId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
const amount = z.int().min(1).max(MAX_TIYIN);
const seq = z.int().min(0).max(MAX_TIYIN);
/** Rooms are begun again a few times at most. */
export const EPOCH_MAX = 1_000_000_000;
const epoch = z.int().min(0).max(EPOCH_MAX);
const sentEpoch = z.int().min(1).max(EPOCH_MAX);

export const ROOM_EVENTS = {
  // client → server, each with an acknowledgement
  join: 'room:join',
  leave: 'room:leave',
  catchUp: 'room:catch-up',
  place: 'bid:place',
  find: 'bid:find',
  setAuto: 'auto-bid:set',
  clearAuto: 'auto-bid:clear',
  ping: 'clock:ping',
  watchBoard: 'board:watch',
  watchRooms: 'console:watch-rooms',
  // server → client
  update: 'room:update',
  heartbeat: 'room:heartbeat',
  counts: 'room:counts',
  notice: 'room:notice',
  personal: 'room:personal',
  board: 'board:update',
  consoleRooms: 'console:rooms',
  sessionExpired: 'session:expired',
  /** With an acknowledgement, after which the client sends nothing more on this connection; then it is closed. */
  reconnect: 'server:reconnect',
} as const;

export const joinSchema = z.strictObject({
  lotId,
  /** What the client already has: answered with what is missing, or with a snapshot. */
  after: z.strictObject({ epoch, seq }).optional(),
});
export const leaveSchema = z.strictObject({ lotId });
export const catchUpSchema = z.strictObject({ lotId, epoch, afterSeq: seq });
export const placeSchema = z.strictObject({
  lotId,
  bidId,
  amountTiyin: amount,
  /** The person confirmed an offer far above the suggested price. Part of the command: its id is not reused for it. */
  confirmed: z.boolean().optional(),
  sentEpoch: sentEpoch.optional(),
});
export const setAutoSchema = z.strictObject({
  lotId,
  bidId,
  maximumTiyin: amount,
  sentEpoch: sentEpoch.optional(),
});
export const clearAutoSchema = z.strictObject({ lotId, bidId, sentEpoch: sentEpoch.optional() });
export const findSchema = z.strictObject({ lotId, bidId, sentEpoch: sentEpoch.optional() });
export const pingSchema = z.strictObject({ clientAtMs: z.number() });
/** Begins or ends the changes of the board of rooms; staff only. */
export const watchRoomsSchema = z.strictObject({ watching: z.boolean() });
/** The lots whose cards are on screen; replaces the previous list. */
export const watchBoardSchema = z.strictObject({ lotIds: z.array(lotId).max(60) });

/** A confirmed price as everyone may see it. */
export const publicPriceSchema = z.object({
  seq,
  number: z.int(),
  amountTiyin: amount,
  atMs: z.number(),
  /** By an auto-bid. */
  auto: z.boolean(),
  extended: z.boolean(),
  /** Own price: only in the person's own view. */
  mine: z.boolean().optional(),
});
export type PublicPrice = z.infer<typeof publicPriceSchema>;

/** Any other public entry, by its kind in the log. */
const publicEventSchema = z.object({
  seq,
  kind: z.enum(['admitted', 'revoked', 'opened', 'suspended', 'resumed', 'deadlineMoved', 'closed']),
  atMs: z.number(),
  cause: z.string().optional(),
  reason: z.string().optional(),
  number: z.int().optional(),
});
export type PublicEvent = z.infer<typeof publicEventSchema>;

/** The room's committed head as everyone may see it. */
export const roomHeadSchema = z.object({
  lotId,
  epoch: z.int(),
  seq,
  /** Chain head, hex SHA-256. */
  hash: z.string(),
  phase: z.enum(ROOM_PHASES),
  pauseCause: z.enum(['staff', 'outage']).nullable(),
  pauseReason: z.string().nullable(),
  resumeAtMs: z.number().nullable(),
  /** ms with µs as a fraction: the deadline is exclusive. */
  deadlineMs: z.number(),
  extensions: z.int(),
  priceTiyin: amount.nullable(),
  count: z.int(),
  leaderNumber: z.int().nullable(),
  suggestedTiyin: z.int(),
  applicants: z.int(),
  outcome: z.enum(HAMMER_OUTCOMES).nullable(),
  winnerNumber: z.int().nullable(),
  serverAtMs: z.number(),
});
export type RoomHead = z.infer<typeof roomHeadSchema>;

/** What only the person sees; null for observers. */
export const myRoomSchema = z.object({
  role: z.enum(['bidder', 'observer', 'operator']),
  /** Why an observer may not bid. */
  notBiddingBecause: z.enum(['not-signed-in', 'not-admitted', 'revoked', 'staff']).nullable(),
  number: z.int().nullable(),
  limitTiyin: z.int().nullable(),
  auto: z.object({ maximumTiyin: amount, asleep: z.boolean() }).nullable(),
  leading: z.boolean(),
});
export type MyRoom = z.infer<typeof myRoomSchema>;

export const countsSchema = z.object({ lotId, viewers: z.int(), participants: z.int(), applicants: z.int() });
export type RoomCounts = z.infer<typeof countsSchema>;

export const snapshotSchema = z.object({
  head: roomHeadSchema,
  rules: auctionRulesSchema,
  startPriceTiyin: amount,
  opensAtMs: z.number(),
  closesAtMs: z.number(),
  practice: z.boolean(),
  /** Newest last, up to 50 prices; older ones are read on demand over HTTP. */
  prices: z.array(publicPriceSchema),
  events: z.array(publicEventSchema),
  me: myRoomSchema,
  counts: countsSchema,
});
export type RoomSnapshot = z.infer<typeof snapshotSchema>;

/** All entries between prevSeq and seq (up to 50 prices; beyond that `omitted` counts the rest). */
export const updateSchema = z.object({
  prevSeq: seq,
  head: roomHeadSchema,
  prices: z.array(publicPriceSchema),
  events: z.array(publicEventSchema),
  omitted: z.int(),
});
export type RoomUpdate = z.infer<typeof updateSchema>;

export const heartbeatSchema = z.object({
  lotId,
  epoch: z.int(),
  seq,
  deadlineMs: z.number(),
  serverAtMs: z.number(),
});
export type RoomHeartbeat = z.infer<typeof heartbeatSchema>;

/** Unnumbered notices, sent at once and outside the log. */
export const noticeSchema = z.object({
  lotId,
  kind: z.enum(['interrupted', 'back']),
  atMs: z.number(),
});
export type RoomNotice = z.infer<typeof noticeSchema>;

/** The server cannot take bids, or ends: the client comes back at once, to another process where there is one. */
export interface ServerMove {
  reason: 'reconnect';
}

export const personalSchema = z.object({
  lotId,
  /** `auto`: own auto-bid set or deleted, perhaps on another of the person's screens. */
  kind: z.enum([
    'outbid',
    'leading',
    'auto',
    'auto-asleep',
    'auto-awake',
    'auto-exhausted',
    'admitted',
    'revoked',
    'limit',
  ]),
  me: myRoomSchema,
});
export type RoomPersonal = z.infer<typeof personalSchema>;

/** Answer to a bid, an auto-bid or a look-up: socket acknowledgement and HTTP body alike. */
export const bidAnswerSchema = z.discriminatedUnion('verdict', [
  z.object({
    verdict: z.literal('accepted'),
    bidId,
    epoch: z.int(),
    seq,
    amountTiyin: z.int(),
    atMs: z.number(),
    suggestedTiyin: z.int(),
    deadlineMs: z.number(),
    leading: z.boolean(),
    asleep: z.boolean(),
    repeated: z.boolean(),
  }),
  z.object({
    verdict: z.literal('refused'),
    bidId,
    reason: z.enum(REFUSAL_REASONS),
    epoch: z.int(),
    seq,
    atMs: z.number(),
    suggestedTiyin: z.int(),
    /** The person's limit; `limit-exceeded` only, otherwise 0. */
    limitTiyin: z.int(),
    /** The most that passes now; `too-far` only, otherwise 0. */
    mostTiyin: z.int(),
    deadlineMs: z.number(),
    repeated: z.boolean(),
    /**
     * Only where the offer was below every price that could still be accepted, and refused by what is committed without
     * waiting for what was under way: the chain's hash at `seq`.
     */
    headHash: z.string().optional(),
  }),
  /** No answer yet: ask by id, repeat only with the same id and with sentEpoch. */
  z.object({ verdict: z.literal('unknown'), bidId, sentEpoch: z.int() }),
  /** Look-up only: this id was never seen; it may be sent (again). */
  z.object({ verdict: z.literal('never-seen'), bidId }),
]);
export type BidAnswer = z.infer<typeof bidAnswerSchema>;

export const boardUpdateSchema = z.array(
  z.object({
    lotId,
    phase: z.enum(ROOM_PHASES),
    priceTiyin: amount.nullable(),
    count: z.int(),
    deadlineMs: z.number(),
    outcome: z.enum(HAMMER_OUTCOMES).nullable(),
    /**
     * Of a lot at a fixed price alone, which has no room: `phase` is `waiting` while it is on sale or suspended and then
     * `closed`, `count` is 0, there is no price and no outcome.
     */
    stock: z
      .object({
        units: z.int(),
        reserved: z.int(),
        sold: z.int(),
        /** Status of the lot, 1–17. */
        status: z.int(),
      })
      .optional(),
  }),
);
export type BoardUpdate = z.infer<typeof boardUpdateSchema>;
