import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { STAFF_REASON } from '../../limits/room-actions.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { STAFF_TASK_KINDS, STAFF_TASK_STATES } from '../../lifecycles/staff-task.ts';
import { contract } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

const TASKS_PAGE_MAX = 100;

const staffTaskSchema = z.object({
  id: z.int(),
  kind: z.enum(STAFF_TASK_KINDS),
  /** Null, like its title and status: the task is about an order that has no lot. */
  lotId: z.int().nullable(),
  lotTitle: localizedTextSchema.nullable(),
  lotStatus: z.literal(Object.values(LOT_STATUS)).nullable(),
  /** Null: the task is about a lot. */
  orderId: z.int().nullable(),
  /** Number in the room of the participant it is about. */
  bidderNumber: z.int().nullable(),
  priceTiyin: z.int().nullable(),
  reason: z.string().nullable(),
  dueAtMs: z.int(),
  createdAtMs: z.int(),
  done: z.object({ by: z.string(), atMs: z.int(), note: z.string() }).nullable(),
});
export type StaffTask = z.infer<typeof staffTaskSchema>;

/** Open ones by deadline, nearest first; others newest first. */
export const staffTasks = contract({
  name: 'console.tasks',
  method: 'get',
  path: '/api/console/tasks',
  summary: 'What staff have to decide or do, with deadlines',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readTasks },
  rateLimit: { perMinute: 120 },
  query: z.object({
    page: wholeNumber(1, 1_000_000).default(1),
    size: wholeNumber(1, TASKS_PAGE_MAX).default(20),
    state: z.enum(STAFF_TASK_STATES).default('open'),
  }),
  answer: z.object({
    items: z.array(staffTaskSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** Not done yet, and those of them past their deadline. */
    open: z.int(),
    overdue: z.int(),
    serverAtMs: z.int(),
  }),
});

/** 409 when it was done already, or `staff-tasks.decided` when only the decision that it asks for ends it. */
export const finishStaffTask = contract({
  name: 'console.finish-task',
  method: 'post',
  path: '/api/console/tasks/:id/done',
  summary: 'Mark a task as done, with what was done',
  subject: { kind: 'staff-task', param: 'id' },
  tag: 'console',
  access: { roles: STAFF_RIGHTS.finishTasks },
  rateLimit: { perMinute: 60 },
  params: z.object({ id: z.coerce.number().int().min(1).max(MAX_TIYIN) }),
  body: z.strictObject({ note: z.string().trim().min(STAFF_REASON.min).max(STAFF_REASON.max) }),
  answer: staffTaskSchema,
});

export const staffTaskContracts = [staffTasks, finishStaffTask];
