import { z } from 'zod';
import { REFUSAL_REASONS } from '../../auction/refusals.ts';
import { STAFF_REASON } from '../../limits/room-actions.ts';
import { contract } from '../contract.ts';
import { idField } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { textWithoutAccounts } from '../written-texts.ts';

const reason = textWithoutAccounts(STAFF_REASON.min, STAFF_REASON.max);

/**
 * `two-choose`: it waits for two members of staff, because prices were lost. `decided-apart`: it stays paused, because staff decided
 * about this room by itself meanwhile, or its pauses together were too long for one person to end.
 */
const BREAK_ROOM_RESULTS = ['done', 'two-choose', 'decided-apart', ...REFUSAL_REASONS] as const;
export type BreakRoomResult = (typeof BREAK_ROOM_RESULTS)[number];

const technicalBreakSchema = z.object({
  id: z.int(),
  reason: z.string(),
  begunBy: z.string(),
  begunAtMs: z.int(),
  /** One member of staff may not end it alone any more. */
  takesTwo: z.boolean(),
  endReason: z.string().nullable(),
  endedBy: z.string().nullable(),
  endedAtMs: z.int().nullable(),
  /** When its rooms go on by themselves; null: at once, or not decided yet. */
  resumeAtMs: z.int().nullable(),
  /** null while rooms are being suspended or resumed. */
  overAtMs: z.int().nullable(),
  /** Rooms it suspended. */
  suspended: z.int(),
  /** Of these, resumed or set to resume. */
  resumed: z.int(),
  /** Rooms without an answer yet: they are asked again. */
  waiting: z.int(),
  /** Rooms it could not suspend or resume, and why; at most 50. */
  problems: z.array(z.object({ lotId: z.int(), result: z.enum(BREAK_ROOM_RESULTS) })),
});
export type TechnicalBreak = z.infer<typeof technicalBreakSchema>;

export const technicalBreaks = contract({
  method: 'get',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.watchRooms },
  rateLimit: { perMinute: 240 },
  name: 'console.technical-breaks',
  refusals: {},
  path: '/api/console/technical-breaks',
  summary: 'Breaks of all rooms at once, newest first, at most 20',
  answer: z.object({
    breaks: z.array(technicalBreakSchema),
    /** 10:00 of the next working day. */
    proposedResumeAtMs: z.int(),
  }),
});

const act = {
  method: 'post',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.controlRooms },
  rateLimit: { perMinute: 20 },
} as const;

/** 403 `conflict-of-interest` for who has a part in a room that it stops; 409 `technical-breaks.open` while another one is not over, `technical-breaks.begun-before` for who began three within 12 hours. */
export const beginTechnicalBreak = contract({
  ...act,
  name: 'console.begin-technical-break',
  refusals: {
    403: ['conflict-of-colleague', 'conflict-of-interest'],
    404: ['not-found'],
    409: ['technical-breaks.begun-before', 'technical-breaks.open'],
  },
  subject: 'none',
  path: '/api/console/technical-breaks',
  summary: 'Suspend every room at once, and those that would open meanwhile',
  body: z.strictObject({ reason }),
  answer: technicalBreakSchema,
});

/**
 * 403 `conflict-of-interest` as for the beginning; 404 unknown; 409 `technical-breaks.ended` when it was ended before,
 * `technical-breaks.takes-two` when it was long, or not the first within hours: two decide about the end, as about any other instant.
 */
export const endTechnicalBreak = contract({
  ...act,
  name: 'console.end-technical-break',
  refusals: {
    403: ['conflict-of-colleague', 'conflict-of-interest'],
    404: ['not-found'],
    409: ['technical-breaks.ended', 'technical-breaks.takes-two'],
  },
  subject: 'none',
  path: '/api/console/technical-breaks/:breakId/end',
  summary: 'Let all rooms of a short break go on now',
  params: z.object({ breakId: idField }),
  body: z.strictObject({ reason }),
  answer: technicalBreakSchema,
});

export const technicalBreakContracts = [technicalBreaks, beginTechnicalBreak, endTechnicalBreak];
