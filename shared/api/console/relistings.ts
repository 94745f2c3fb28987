import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { REPEAT_GROUNDS, REPEAT_OBSTACLES, REPEAT_STATES } from '../../lifecycles/repeat.ts';
import { contract } from '../contract.ts';
import { calendarDay } from '../calendar-day.ts';
import { idField, wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { textWithoutAccounts } from '../written-texts.ts';

/** What changes of a repeat refuse. */
const MOVING_REPEATS = {
  404: ['not-found'],
  409: ['repeats.over', 'turned-down-before'],
  422: ['repeats.day'],
} as const;

export const repeatSchema = z.object({
  /** That was not sold. */
  lotId: z.int(),
  state: z.enum(REPEAT_STATES),
  ground: z.enum(REPEAT_GROUNDS),
  /** Of the repeat: 2 for the first one. */
  round: z.int(),
  /** By how much of the first price it starts lower, in basis points. */
  cutBp: z.int(),
  startPriceTiyin: z.int(),
  /** null: it is not repeated by itself. */
  publishAtMs: z.int().nullable(),
  /** Why it could not be published at the last attempt; it is tried again. */
  obstacle: z.enum(REPEAT_OBSTACLES).nullable(),
  /** Of a postponed or stopped one: as staff stated it. */
  reason: z.string().nullable(),
  /** Of a stopped one; `system`: its order is over. */
  stoppedBy: z.enum(['customer', 'staff', 'system']).nullable(),
  /** The lot that repeats it. */
  repeatLotId: z.int().nullable(),
});
export type LotRepeat = z.infer<typeof repeatSchema>;

const staffRepeatSchema = repeatSchema.extend({
  orderId: z.int(),
  title: localizedTextSchema,
  lotStatus: z.literal(Object.values(LOT_STATUS)),
  /** null: the platform itself. */
  customer: z.object({ id: z.string(), name: z.string() }).nullable(),
  plannedAtMs: z.int(),
});
export type StaffRepeat = z.infer<typeof staffRepeatSchema>;

const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readRepeats },
  rateLimit: { perMinute: 120 },
} as const;

/** Those to come first, the next before the others; then the newest. */
export const consoleRelistings = contract({
  ...staff,
  name: 'console.repeats',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/repeats',
  summary: 'Lots that were not sold, and when they are put on trade again',
  query: z.strictObject({
    state: z.enum(['open', ...REPEAT_STATES, 'all']).default('open'),
    lotId: idField.optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(staffRepeatSchema),
    /** How many are to come, whatever `state` asks for. */
    open: z.int(),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const reason = textWithoutAccounts(3, 500);
const deciding = {
  ...staff,
  access: { roles: STAFF_RIGHTS.decideRepeats },
  rateLimit: { perMinute: 60 },
  subject: { kind: 'lot', param: 'lotId' },
  method: 'post',
  params: z.object({ lotId: idField }),
  answer: staffRepeatSchema,
} as const;

/**
 * 409 `repeats.over` when it is published, stopped or not planned; 422 `repeats.day` for a day that is not later than the
 * planned one, or after the last day on which the order may be put on trade.
 */
export const postponeRepeat = contract({
  ...deciding,
  name: 'console.postpone-repeat',
  refusals: MOVING_REPEATS,
  path: '/api/console/repeats/:lotId/postpone',
  summary: 'Put a lot that was not sold on trade again at a later day; the customer reads why',
  body: z.strictObject({ day: calendarDay, reason }),
});

export const repeatContracts = [consoleRelistings, postponeRepeat];
