import { z } from 'zod';
import { HAMMER_OUTCOMES, ROOM_PHASES } from '../../auction/refusals.ts';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { REHEARSAL_BOTS, REHEARSAL_MINUTES } from '../../limits/rehearsals.ts';
import { STAFF_REASON } from '../../limits/room-actions.ts';
import { contract } from '../contract.ts';
import { lotIdSchema, RULE_SET_NAMES } from '../site/lots.ts';
import { textWithoutAccounts } from '../written-texts.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

const rehearsalSchema = z.object({
  lotId: z.int(),
  title: localizedTextSchema,
  ruleSet: z.enum(RULE_SET_NAMES),
  startPriceTiyin: z.int(),
  bots: z.int(),
  startedBy: z.string(),
  startedAtMs: z.number(),
  phase: z.enum(ROOM_PHASES),
  opensAtMs: z.number(),
  /** When it ends by itself, or has ended. */
  endsAtMs: z.number(),
  /** The last confirmed price; null: there is none. */
  priceTiyin: z.int().nullable(),
  /** Confirmed prices. */
  count: z.int(),
  /** null: it waits, runs or is paused. */
  outcome: z.enum(HAMMER_OUTCOMES).nullable(),
  /** Who ended it before its time; null: it goes on, or ended by itself. */
  endedBy: z.string().nullable(),
});
export type Rehearsal = z.infer<typeof rehearsalSchema>;

export const rehearsals = contract({
  method: 'get',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.watchRooms },
  rateLimit: { perMinute: 240 },
  name: 'console.rehearsals',
  refusals: {},
  path: '/api/console/rehearsals',
  summary: 'Rehearsals of staff, the newest first, at most 50',
  answer: z.array(rehearsalSchema),
});

const act = {
  method: 'post',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.startRehearsals },
  rateLimit: { perMinute: 30 },
} as const;

/**
 * A practice room that staff alone see, by the rules in force. It opens after a minute and ends by itself; nothing is sold in it.
 * 409 `rehearsals.too-many`: as many as may run at once do. 422 `rehearsals.step-prescribed`: the rule set names the steps itself;
 * `rehearsals.step-too-large`: above the start price; `rehearsals.start-too-high`: no price fits above it.
 */
export const startRehearsal = contract({
  ...act,
  name: 'console.start-rehearsal',
  refusals: {
    409: ['rehearsals.too-many'],
    422: ['rehearsals.start-too-high', 'rehearsals.step-prescribed', 'rehearsals.step-too-large'],
  },
  subject: 'none',
  path: '/api/console/rehearsals',
  summary: 'Start a practice room for staff',
  body: z.strictObject({
    ruleSet: z.enum(RULE_SET_NAMES),
    startPriceTiyin: z.int().min(1).max(MAX_TIYIN),
    /** null: by the rule set. */
    stepTiyin: z.int().min(1).max(MAX_TIYIN).nullable(),
    minutes: z.int().min(REHEARSAL_MINUTES.min).max(REHEARSAL_MINUTES.max),
    bots: z.int().min(REHEARSAL_BOTS.min).max(REHEARSAL_BOTS.max),
  }),
  answer: z.object({ lotId: z.int(), opensAtMs: z.number() }),
});

/** 404: no such rehearsal. 409 `rehearsals.over`: it has ended. 503: no answer of the room in time; it may be sent again. */
export const endRehearsal = contract({
  ...act,
  name: 'console.end-rehearsal',
  refusals: { 404: ['not-found'], 409: ['rehearsals.over'] },
  // Staff alone take part in it, also who ends it.
  subject: 'none',
  path: '/api/console/rehearsals/:lotId/end',
  summary: 'End a rehearsal before its time',
  params: z.object({ lotId: lotIdSchema }),
  body: z.strictObject({ reason: textWithoutAccounts(STAFF_REASON.min, STAFF_REASON.max) }),
  answer: z.object({ ended: z.literal(true) }),
});

export const rehearsalContracts = [rehearsals, startRehearsal, endRehearsal];
