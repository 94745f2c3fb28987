import { z } from 'zod';
import { HAMMER_OUTCOMES, REFUSAL_REASONS, ROOM_PHASES } from '../../auction/refusals.ts';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { EXTEND_MINUTES_MAX, STAFF_REASON } from '../../limits/room-actions.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { contract } from '../contract.ts';
import { lotIdSchema } from '../site/lots.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { textWithoutAccounts } from '../written-texts.ts';

const watch = {
  method: 'get',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.watchRooms },
  rateLimit: { perMinute: 240 },
} as const;
const act = {
  method: 'post',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.controlRooms },
  // One call for each room of a selection: some hundred rooms within a minute.
  rateLimit: { perMinute: 240 },
} as const;

const reason = textWithoutAccounts(STAFF_REASON.min, STAFF_REASON.max);
const lotParams = z.object({ lotId: lotIdSchema });
const aboutLot = { kind: 'lot', param: 'lotId' } as const;

/** Committed entries that the database lost by returning to an older state. */
const lossSchema = z.object({
  count: z.int(),
  /** The first of the lost prices that are still known, oldest first. */
  prices: z.array(z.object({ amountTiyin: z.int(), atMs: z.number() })),
});
export type RoomLoss = z.infer<typeof lossSchema>;

export const boardRoomSchema = z.object({
  lotId: z.int(),
  number: z.string(),
  title: localizedTextSchema,
  status: z.literal(Object.values(LOT_STATUS)),
  practice: z.boolean(),
  /** A practice room that staff started for themselves. Absent in answers of earlier releases. */
  rehearsal: z.boolean().optional(),
  phase: z.enum(ROOM_PHASES),
  pauseCause: z.enum(['staff', 'outage']).nullable(),
  pauseReason: z.string().nullable(),
  resumeAtMs: z.number().nullable(),
  /** Of a room paused for long: 10:00 of the next working day. */
  proposedResumeAtMs: z.number().nullable(),
  /** Of a room that waits for two members of staff to choose: it continues, or is withdrawn. */
  loss: lossSchema.nullable(),
  priceTiyin: z.int().nullable(),
  count: z.int(),
  leaderNumber: z.int().nullable(),
  participants: z.int(),
  /** Participants who are connected now. */
  connected: z.int(),
  viewers: z.int(),
  opensAtMs: z.number(),
  deadlineMs: z.number(),
  extensions: z.int(),
  outcome: z.enum(HAMMER_OUTCOMES).nullable(),
  /** Half of the answers to bids of the last minute, and 99 of 100, took at most so long; null: there was none. */
  answerP50Ms: z.number().nullable(),
  answerP99Ms: z.number().nullable(),
  /** For how long the journal has not shown that it commits, whole seconds in ms; null: unknown. */
  journalLagMs: z.number().nullable(),
  /** Refused attempts of the last minute by reason. */
  refusals: z.partialRecord(z.enum(REFUSAL_REASONS), z.int()),
});
export type BoardRoom = z.infer<typeof boardRoomSchema>;

/** Rooms that wait, run or are paused, and those closed within the last 10 minutes; nearest end first. */
export const consoleRooms = contract({
  ...watch,
  name: 'console.rooms',
  refusals: {},
  path: '/api/console/rooms',
  summary: 'Live board of rooms',
  answer: z.object({ rooms: z.array(boardRoomSchema), serverAtMs: z.number() }),
});

const ROOM_ACTIONS = [
  'suspend',
  'resume',
  /** Set to end by itself at an instant. */
  'resume-at',
  'resume-request',
  'extend-request',
  'extend',
  'withdraw-request',
  'withdraw',
  'continue-request',
  /** From the last price that the database has. */
  'continue',
  'request-rejected',
  /** Took the right of one participant away; the reason begins with the number in the room. */
  'revoke',
  'revoke-request',
] as const;

const roomActionSchema = z.object({
  id: z.int(),
  lotId: z.int(),
  action: z.enum(ROOM_ACTIONS),
  /** Display name of the staff member. */
  by: z.string(),
  atMs: z.number(),
  reason: z.string(),
  minutes: z.int().nullable(),
  /** `done`, the room's refusal, or `unknown` when there was no answer in time. */
  result: z.enum(['done', 'unknown', ...REFUSAL_REASONS]),
});
export type RoomAction = z.infer<typeof roomActionSchema>;

/** Empty for a reader with a part in the lot. */
export const roomActionLog = contract({
  ...watch,
  name: 'console.room-actions',
  refusals: {},
  path: '/api/console/rooms/:lotId/actions',
  summary: 'What staff did to a room: who, when, why; newest first',
  params: lotParams,
  answer: z.array(roomActionSchema),
});

/** Done, or the room's own reason why not (e.g. `closed` past the deadline). */
const roomActionAnswerSchema = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('done') }),
  z.object({ verdict: z.literal('refused'), reason: z.enum(REFUSAL_REASONS) }),
]);

/**
 * It calls an instant off, too, that two have chosen. 409 `console-rooms.suspended-before` for who has suspended the room three times
 * within 12 hours: a colleague does.
 */
export const suspendRoom = contract({
  ...act,
  name: 'console.suspend-room',
  refusals: { 404: ['not-found'], 409: ['console-rooms.suspended-before'] },
  subject: aboutLot,
  path: '/api/console/rooms/:lotId/suspend',
  summary: 'Stop bidding in a room at once',
  params: lotParams,
  body: z.strictObject({ reason }),
  answer: roomActionAnswerSchema,
});

/** 409 `console-rooms.takes-two` after a long pause, or several within hours: two decide, as about any other instant. */
export const resumeRoom = contract({
  ...act,
  name: 'console.resume-room',
  refusals: { 404: ['not-found'], 409: ['console-rooms.takes-two', 'console-rooms.two-choose'] },
  subject: aboutLot,
  path: '/api/console/rooms/:lotId/resume',
  summary: 'Let a room that was paused for a short time continue now, with the time it had',
  params: lotParams,
  body: z.strictObject({ reason }),
  answer: roomActionAnswerSchema,
});

const roomRequestSchema = z.object({
  id: z.int(),
  lotId: z.int(),
  number: z.string(),
  title: localizedTextSchema,
  kind: z.enum(['extend', 'withdraw', 'revoke', 'continue', 'resume']),
  minutes: z.int().nullable(),
  /** Of a resumption at an instant; null: once it is approved. */
  resumeAtMs: z.int().nullable(),
  /** Of a revocation: the participant's number, and what becomes of the lot. */
  bidderNumber: z.int().nullable(),
  alsoWithdraw: z.boolean(),
  repeatWanted: z.boolean(),
  /** Why the rules opened it: two members of staff approve it, one after the other. */
  cause: z.enum(['disabled', 'barred']).nullable(),
  reason: z.string(),
  /** Who requested it, or took over one opened by the rules; empty until then. */
  by: z.string(),
  /** True for the requester: another person must approve. */
  mine: z.boolean(),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
});
export type RoomRequest = z.infer<typeof roomRequestSchema>;

/** 409 `console-rooms.asked-already` while another request of this kind by the same person waits. */
const requestAnswer = z.object({ requestId: z.int(), expiresAtMs: z.number() });

export const requestExtend = contract({
  ...act,
  name: 'console.request-extend',
  refusals: {
    404: ['not-found'],
    409: [
      'console-rooms.asked-already',
      'console-rooms.closed',
      'console-rooms.not-open',
      'console-rooms.nothing-lost',
      'console-rooms.two-choose',
    ],
  },
  subject: aboutLot,
  path: '/api/console/rooms/:lotId/extend',
  summary: 'Ask for more time in a room; a second person approves',
  params: lotParams,
  body: z.strictObject({ minutes: z.int().min(1).max(EXTEND_MINUTES_MAX), reason }),
  answer: requestAnswer,
});

export const requestWithdraw = contract({
  ...act,
  name: 'console.request-withdraw',
  refusals: {
    404: ['not-found'],
    409: [
      'console-rooms.asked-already',
      'console-rooms.closed',
      'console-rooms.not-open',
      'console-rooms.nothing-lost',
      'console-rooms.two-choose',
    ],
  },
  subject: aboutLot,
  path: '/api/console/rooms/:lotId/withdraw',
  summary: 'Ask to withdraw a lot; a second person approves',
  params: lotParams,
  /** `repeat`: the lot is to be put on trade again; becomes a task of staff. */
  body: z.strictObject({ reason, repeat: z.boolean().optional() }),
  answer: requestAnswer,
});

export const requestContinue = contract({
  ...act,
  name: 'console.request-continue',
  refusals: {
    404: ['not-found'],
    409: [
      'console-rooms.asked-already',
      'console-rooms.closed',
      'console-rooms.not-open',
      'console-rooms.nothing-lost',
      'console-rooms.two-choose',
    ],
  },
  subject: aboutLot,
  path: '/api/console/rooms/:lotId/continue',
  summary: 'Ask to let a room whose prices were lost go on from the last one; a second person approves',
  params: lotParams,
  body: z.strictObject({ reason }),
  answer: requestAnswer,
});

export const requestResume = contract({
  ...act,
  name: 'console.request-resume',
  refusals: {
    404: ['not-found'],
    409: [
      'console-rooms.asked-already',
      'console-rooms.closed',
      'console-rooms.not-open',
      'console-rooms.nothing-lost',
      'console-rooms.two-choose',
    ],
  },
  subject: aboutLot,
  path: '/api/console/rooms/:lotId/resume-request',
  summary:
    'Ask to let a paused room continue once it is approved, or at an instant; a second person approves',
  params: lotParams,
  /** `atMs`: a minute to thirty days ahead; absent: once it is approved. */
  body: z.strictObject({ reason, atMs: z.int().min(1).optional() }),
  answer: requestAnswer,
});

/** Without those about lots in which the reader has a part. */
export const roomRequests = contract({
  ...watch,
  name: 'console.room-requests',
  refusals: {},
  path: '/api/console/room-requests',
  summary: 'Requests that wait for a second person',
  answer: z.array(roomRequestSchema),
});

const requestParams = z.object({ requestId: z.coerce.number().int().min(1).max(MAX_TIYIN) });

/**
 * 403 for the person who asked; 409 when already decided or expired. `seconded`: it had opened by itself, and one more
 * person has to approve it now.
 */
export const approveRoomRequest = contract({
  ...act,
  name: 'console.approve-room-request',
  refusals: {
    403: ['console-rooms.own', 'console-rooms.second-person', 'not-allowed'],
    404: ['not-found'],
    409: ['asker-left', 'console-rooms.already-decided', 'console-rooms.expired', 'console-rooms.two-choose'],
  },
  subject: { kind: 'room-request', param: 'requestId', colleagues: true },
  path: '/api/console/room-requests/:requestId/approve',
  summary: 'Approve a request of a colleague and carry it out',
  params: requestParams,
  answer: z.discriminatedUnion('verdict', [
    ...roomActionAnswerSchema.options,
    z.object({ verdict: z.literal('seconded') }),
  ]),
});

/** Any member of staff, including the requester. 409 `console-rooms.rejected-before` for who turned down three about the room within 12 hours. */
export const rejectRoomRequest = contract({
  ...act,
  name: 'console.reject-room-request',
  refusals: {
    404: ['not-found'],
    409: ['console-rooms.already-decided', 'console-rooms.expired', 'console-rooms.rejected-before'],
  },
  subject: { kind: 'room-request', param: 'requestId' },
  path: '/api/console/room-requests/:requestId/reject',
  summary: 'Turn a request down or take it back',
  params: requestParams,
  answer: z.object({ rejected: z.literal(true) }),
});

export const consoleRoomContracts = [
  consoleRooms,
  roomActionLog,
  suspendRoom,
  resumeRoom,
  requestExtend,
  requestWithdraw,
  requestContinue,
  requestResume,
  roomRequests,
  approveRoomRequest,
  rejectRoomRequest,
];
