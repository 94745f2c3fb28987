import type { z } from 'zod';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import type { StaffTask, staffTasks } from '#shared/api/console/staff-tasks.ts';
import { TASKS_ENDED_BY_DECISION } from '#shared/lifecycles/staff-task.ts';
import {
  createStaffTasksRepository,
  type NewStaffTask,
  type StaffTaskRow,
} from './staff-tasks.repository.ts';

type Page = z.infer<typeof staffTasks.answer>;
type Asked = z.infer<NonNullable<(typeof staffTasks)['query']>>;

export interface StaffTasksDeps {
  db: AnyDb;
  /** Logs actions of staff, in the given transaction. */
  record: (
    action: { personId: string; type: 'staff-task'; action: string; result: 'done' },
    tx: AnyDb,
  ) => Promise<void>;
}

export interface StaffTasksService {
  /** Opens a task in the caller's transaction, once for its occasion. */
  open(task: NewStaffTask, tx?: AnyDb): Promise<void>;
  /** What the task was about is decided elsewhere, in the caller's transaction; without a task nothing changes. */
  finishOccasion(
    occasion: string,
    by: { personId: string; name: string },
    note: string,
    tx: AnyDb,
  ): Promise<void>;
  page(asked: Asked): Promise<Page>;
  /** 404 for an unknown task, 409 for one that is done or that only its decision ends. */
  finish(id: number, by: { personId: string; name: string }, note: string): Promise<StaffTask>;
}

function shown(row: StaffTaskRow): StaffTask {
  return {
    id: row.id,
    kind: row.kind,
    lotId: row.lot_id,
    lotTitle: row.title,
    lotStatus: row.lot_status,
    orderId: row.order_id,
    bidderNumber: row.bidder_number,
    priceTiyin: row.price_tiyin,
    reason: row.reason,
    dueAtMs: row.due_at.getTime(),
    createdAtMs: row.created_at.getTime(),
    done:
      row.done_at === null
        ? null
        : { by: row.done_by_name ?? '', atMs: row.done_at.getTime(), note: row.note ?? '' },
  };
}

export function createStaffTasks({ db, record }: StaffTasksDeps): StaffTasksService {
  const tasks = createStaffTasksRepository(db);
  return {
    open: (task, tx) => tasks.open(task, tx),
    finishOccasion: (occasion, by, note, tx) => tasks.finishOccasion(occasion, by, note, tx),

    async page({ page, size, state }) {
      const [rows, counts] = await Promise.all([
        tasks.page(state, { limit: size, offset: (page - 1) * size }),
        tasks.counts(),
      ]);
      const { all, open, overdue } = counts;
      const total = { open, done: all - open, all }[state];
      return { items: rows.map(shown), total, page, size, open, overdue, serverAtMs: Date.now() };
    },

    async finish(id, by, note) {
      const task = await tasks.find(id);
      if (!task) throw notFound();
      if (TASKS_ENDED_BY_DECISION.includes(task.kind)) throw conflict('staff-tasks.decided');
      const finished = await inTransaction(db, async (tx) => {
        if (!(await tasks.finish(id, by, note, tx))) return false;
        await record({ personId: by.personId, type: 'staff-task', action: 'done', result: 'done' }, tx);
        return true;
      });
      if (!finished) throw conflict('staff-tasks.done');
      const row = await tasks.find(id);
      if (!row) throw notFound();
      return shown(row);
    },
  };
}
