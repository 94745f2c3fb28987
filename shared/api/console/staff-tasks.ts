import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { STAFF_REASON } from '../../limits/room-actions.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { STAFF_TASK_KINDS, STAFF_TASK_STATES } from '../../lifecycles/staff-task.ts';
import { contract } from '../contract.ts';
import { uuid, wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { writtenText } from '../written-texts.ts';

const TASKS_PAGE_MAX = 100;

const staffTaskSchema = z.object({
  id: z.int(),
  kind: z.enum(STAFF_TASK_KINDS),
  /** Null, like its title and status: the task is about an order that has no lot, or about a transfer. */
  lotId: z.int().nullable(),
  lotTitle: localizedTextSchema.nullable(),
  lotStatus: z.literal(Object.values(LOT_STATUS)).nullable(),
  /** Null: the task is about a lot or a transfer. */
  orderId: z.int().nullable(),
  /** The line of a statement that it is about. */
  bankLineId: z.int().nullable(),
  /** Number in the room of the participant it is about. */
  bidderNumber: z.int().nullable(),
  priceTiyin: z.int().nullable(),
  reason: z.string().nullable(),
  dueAtMs: z.int(),
  createdAtMs: z.int(),
  /** Who works on it; null: it waits for one. */
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  done: z.object({ by: z.string(), atMs: z.int(), note: z.string() }).nullable(),
});
export type StaffTask = z.infer<typeof staffTaskSchema>;

/** Open ones by deadline, nearest first; others newest first. */
export const staffTasks = contract({
  name: 'console.tasks',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/tasks',
  summary: 'What staff have to decide or do, with deadlines',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readTasks },
  rateLimit: { perMinute: 120 },
  query: z.object({
    page: wholeNumber(1, 1_000_000).default(1),
    size: wholeNumber(1, TASKS_PAGE_MAX).default(20),
    state: z.enum(STAFF_TASK_STATES).default('open'),
    /** `mine`: the reader's own; `unowned`: those without an owner. */
    owner: z.enum(['mine', 'unowned']).optional(),
    /** What they are about. */
    lot: wholeNumber(1).optional(),
    order: wholeNumber(1).optional(),
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

/**
 * 409 when it was done already, or `staff-tasks.decided` when only the decision that it asks for ends it, or while what it asks a second person
 * about lasts.
 */
export const finishStaffTask = contract({
  name: 'console.finish-task',
  refusals: { 404: ['not-found'], 409: ['staff-tasks.decided', 'staff-tasks.done'] },
  method: 'post',
  path: '/api/console/tasks/:id/done',
  summary: 'Mark a task as done, with what was done',
  subject: { kind: 'staff-task', param: 'id' },
  tag: 'console',
  access: { roles: STAFF_RIGHTS.finishTasks },
  rateLimit: { perMinute: 60 },
  params: z.object({ id: z.coerce.number().int().min(1).max(MAX_TIYIN) }),
  body: z.strictObject({ note: writtenText(STAFF_REASON.min, STAFF_REASON.max) }),
  answer: staffTaskSchema,
});

const ofTask = {
  method: 'post',
  subject: { kind: 'staff-task', param: 'id' },
  tag: 'console',
  access: { roles: STAFF_RIGHTS.finishTasks },
  rateLimit: { perMinute: 60 },
  params: z.object({ id: z.coerce.number().int().min(1).max(MAX_TIYIN) }),
  answer: staffTaskSchema,
} as const;

/** 409 `staff-tasks.taken` when a colleague works on it, `staff-tasks.done` when it was done. */
export const takeStaffTask = contract({
  ...ofTask,
  name: 'console.take-task',
  refusals: { 404: ['not-found'], 409: ['staff-tasks.done', 'staff-tasks.taken'] },
  path: '/api/console/tasks/:id/take',
  summary: 'Take a task that has no owner',
});

/** 409 `staff-tasks.no-colleague` for who may not finish tasks, `staff-tasks.done` when it was done. */
export const handOverStaffTask = contract({
  ...ofTask,
  name: 'console.hand-over-task',
  refusals: { 404: ['not-found'], 409: ['staff-tasks.done', 'staff-tasks.no-colleague'] },
  path: '/api/console/tasks/:id/hand-over',
  summary: 'Hand a task over to a colleague, or leave it without an owner',
  /** null: without an owner. */
  body: z.strictObject({ to: uuid.nullable() }),
});

export const taskColleagues = contract({
  name: 'console.task-colleagues',
  refusals: {},
  method: 'get',
  path: '/api/console/task-colleagues',
  summary: 'Who may work on tasks, by name',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readTasks },
  rateLimit: { perMinute: 60 },
  answer: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const staffTaskContracts = [
  staffTasks,
  finishStaffTask,
  takeStaffTask,
  handOverStaffTask,
  taskColleagues,
];
