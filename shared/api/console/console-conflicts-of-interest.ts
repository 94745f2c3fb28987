import { z } from 'zod';
import { contract, SUBJECT_KINDS } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

/** Grounds on which two accounts belong to one person; strongest first. A shared address is recorded, never refused. */
const CONFLICT_GROUNDS = ['account', 'national-id', 'phone', 'card', 'address'] as const;
export type ConflictGround = (typeof CONFLICT_GROUNDS)[number];

export const CONFLICT_RESULTS = ['refused', 'noted'] as const;

const conflictSchema = z.object({
  id: z.int(),
  atMs: z.number(),
  /** The member of staff who tried it: the name at that time, and the account. */
  staff: z.object({ id: z.string(), name: z.string() }),
  /** Name of the call, such as `console.approve-refund`. */
  action: z.string(),
  subject: z.object({ kind: z.enum(SUBJECT_KINDS), id: z.string() }),
  /** The party: the account of the same person, by this ground. */
  person: z.object({ id: z.string(), name: z.string() }),
  ground: z.enum(CONFLICT_GROUNDS),
  result: z.enum(CONFLICT_RESULTS),
});
export type Conflict = z.infer<typeof conflictSchema>;

/** The newest first. */
export const conflictsOfInterest = contract({
  name: 'console.conflicts',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/conflicts',
  summary: 'What staff tried to do about things they have a part in',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readConflicts },
  rateLimit: { perMinute: 120 },
  query: z.object({
    result: z.enum(CONFLICT_RESULTS).optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({ items: z.array(conflictSchema), total: z.int(), page: z.int(), size: z.int() }),
});

export const consoleConflictContracts = [conflictsOfInterest];
