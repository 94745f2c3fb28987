import { z } from 'zod';
import { ACTION_RESULTS } from '../cabinet/actions.ts';
import { contract } from '../contract.ts';
import { uuid, wholeNumber } from '../fields.ts';
import { periodFields } from '../period.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

/** Whose actions: those of staff, of anybody, or those that no account did, such as a refused sign-in. */
export const ACTION_ACTORS = ['staff', 'all', 'unknown'] as const;
export type ActionActors = (typeof ACTION_ACTORS)[number];

/** A list says how many there are up to this number. */
export const MOST_COUNTED = 1_000;

export const actionFilters = {
  who: z.enum(ACTION_ACTORS).default('staff'),
  personId: uuid.optional(),
  type: z
    .string()
    .regex(/^[a-z][a-z-]{0,39}$/)
    .optional(),
  result: z.enum(ACTION_RESULTS).optional(),
  about: z.string().trim().min(1).max(200).optional(),
  address: z
    .string()
    .regex(/^[0-9a-fA-F.:]{3,45}$/)
    .optional(),
  ...periodFields,
};

const actionSchema = z.object({
  id: z.int(),
  /** null: no account, as at a refused sign-in. */
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
  type: z.string(),
  action: z.string(),
  result: z.enum(ACTION_RESULTS),
  /** What it was about (`order:12`), or the code of a refusal. */
  about: z.string().nullable(),
  address: z.string().nullable(),
  atMs: z.int(),
});
export type StaffLogAction = z.infer<typeof actionSchema>;

/**
 * Without what tells who takes part in lots in which the reader has a part; what tells it of other lots that are not over is recorded
 * with the reader.
 */
export const consoleActions = contract({
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readStaffActions },
  rateLimit: { perMinute: 120 },
  name: 'console.actions',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/actions',
  summary: 'What people and staff did, newest first',
  query: z.strictObject({
    page: wholeNumber(1, MOST_COUNTED).default(1),
    size: wholeNumber(1, 100).default(20),
    ...actionFilters,
  }),
  answer: z.object({
    items: z.array(actionSchema),
    /** Counted up to 1 000. */
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** Fields of activity there are, to filter by. */
    types: z.array(z.string()),
    /** The newest sealed block of the log's hash chain; null before the first one. */
    head: z.object({ number: z.int(), lastId: z.int(), hash: z.string(), sealedAtMs: z.int() }).nullable(),
  }),
});

export const actionLogContracts = [consoleActions];
