import { z } from 'zod';
import {
  bidAnswerSchema,
  boardUpdateSchema,
  countsSchema,
  myRoomSchema,
  snapshotSchema,
  updateSchema,
} from './room.ts';

/** Acknowledgements of the events that clients send to rooms. */

/** The command itself was not understood or not allowed, and was not executed. */
const roomErrorSchema = z.object({
  code: z.enum([
    'malformed',
    'unknown-event',
    'no-session',
    'session-expired',
    'no-access',
    'token-scope',
    'not-found',
    'rate-limited',
    'unavailable',
  ]),
  /** In the language of the connection. */
  message: z.string(),
  /** First field that was not understood, `malformed` only. */
  field: z.string().exactOptional(),
});
export type RoomError = z.infer<typeof roomErrorSchema>;

/** Acknowledgement of any event whose command was not understood or not allowed. */
const errorAnswerSchema = z.object({ ok: z.literal(false), error: roomErrorSchema });
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;

/** A snapshot, or what is missing after what the client already has. */
export const joinAnswerSchema = z.union([
  z.object({ ok: z.literal(true), snapshot: snapshotSchema }),
  z.object({ ok: z.literal(true), updates: updateSchema, me: myRoomSchema, counts: countsSchema }),
  errorAnswerSchema,
]);
export type JoinAnswer = z.infer<typeof joinAnswerSchema>;

/** Of bid:place, auto-bid:set, auto-bid:clear and bid:find. */
export const bidAckSchema = z.union([bidAnswerSchema, errorAnswerSchema]);
export type BidAck = z.infer<typeof bidAckSchema>;

export const leaveAnswerSchema = z.union([z.object({ ok: z.literal(true) }), errorAnswerSchema]);
export type LeaveAnswer = z.infer<typeof leaveAnswerSchema>;

export const pingAnswerSchema = z.union([
  z.object({
    ok: z.literal(true),
    clientAtMs: z.number(),
    /** The clock rooms open and close by, read when the ping was handled. */
    serverAtMs: z.number(),
  }),
  errorAnswerSchema,
]);
export type PingAnswer = z.infer<typeof pingAnswerSchema>;

/** The board is to be loaded now, and every change from then on comes by itself. */
export const watchRoomsAnswerSchema = z.union([z.object({ ok: z.literal(true) }), errorAnswerSchema]);
export type WatchRoomsAnswer = z.infer<typeof watchRoomsAnswerSchema>;

/** The current cards; without lots that have no room. */
export const watchBoardAnswerSchema = z.union([
  z.object({ ok: z.literal(true), cards: boardUpdateSchema }),
  errorAnswerSchema,
]);
export type WatchBoardAnswer = z.infer<typeof watchBoardAnswerSchema>;
