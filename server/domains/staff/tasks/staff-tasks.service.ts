import type { z } from 'zod';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import type { StaffTask, staffTasks } from '#shared/api/console/staff-tasks.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { TASKS_ENDED_BY_DECISION } from '#shared/lifecycles/staff-task.ts';
import {
  createStaffTasksRepository,
  type NewStaffTask,
  type TaskFilter,
  type StaffTaskRow,
} from './staff-tasks.repository.ts';

type Page = z.infer<typeof staffTasks.answer>;
type Asked = z.infer<NonNullable<(typeof staffTasks)['query']>>;

export interface StaffTasksDeps {
  db: AnyDb;
  /** Logs actions of staff, in the given transaction. */
  record: (
    action: { personId: string; type: 'staff-task'; action: string; result: 'done'; reason?: string },
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
  /**
   * @param asked.most counts no further
   * @param readerId whose own ones `mine` means; without a reader there are none
   */
  page(asked: Asked & { most?: number }, readerId?: string): Promise<Page>;
  /** 404 for an unknown task, 409 for one that is done or that a colleague works on. */
  take(id: number, by: { personId: string; name: string }): Promise<StaffTask>;
  /** To a colleague, or without an owner. 404 for an unknown task, 409 for one that is done, and for who may not finish it. */
  handOver(id: number, by: { personId: string; name: string }, to: string | null): Promise<StaffTask>;
  /** Who may work on tasks. */
  colleagues(): Promise<{ id: string; name: string }[]>;
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
    bankLineId: row.bank_line_id,
    bidderNumber: row.bidder_number,
    priceTiyin: row.price_tiyin,
    reason: row.reason,
    dueAtMs: row.due_at.getTime(),
    createdAtMs: row.created_at.getTime(),
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
    done:
      row.done_at === null
        ? null
        : { by: row.done_by_name ?? '', atMs: row.done_at.getTime(), note: row.note ?? '' },
  };
}

export function createStaffTasks({ db, record }: StaffTasksDeps): StaffTasksService {
  const tasks = createStaffTasksRepository(db);

  async function foundOpen(id: number): Promise<StaffTask> {
    const row = await tasks.find(id);
    if (!row) throw notFound();
    if (row.done_at !== null) throw conflict('staff-tasks.done');
    return shown(row);
  }

  /** Recorded in the transaction of the change; false: nothing was changed. */
  const own = (
    id: number,
    by: { personId: string },
    owner: { personId: string; name: string } | null,
    how: { free: boolean },
  ): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      if (!(await tasks.own(id, owner, how, tx))) return false;
      const action = owner?.personId === by.personId ? 'taken' : 'handed-over';
      const reason = `task:${id}${owner ? ` person:${owner.personId}` : ''}`;
      await record({ personId: by.personId, type: 'staff-task', action, result: 'done', reason }, tx);
      return true;
    });

  return {
    open: (task, tx) => tasks.open(task, tx),
    finishOccasion: (occasion, by, note, tx) => tasks.finishOccasion(occasion, by, note, tx),

    async page({ page, size, state, owner, lot, order, most = COUNTED_ROWS_MAX }, readerId = '') {
      const filter: TaskFilter = {
        state,
        ...(owner === undefined ? {} : { ownerId: owner === 'mine' ? readerId : null }),
        ...(lot === undefined ? {} : { lotId: lot }),
        ...(order === undefined ? {} : { orderId: order }),
      };
      const [rows, counts] = await Promise.all([
        tasks.page(filter, { limit: size, offset: (page - 1) * size }),
        tasks.counts(filter, most),
      ]);
      return { items: rows.map(shown), ...counts, page, size, serverAtMs: Date.now() };
    },

    colleagues: () => tasks.colleagues(),

    async take(id, by) {
      const { owner } = await foundOpen(id);
      if (owner?.id === by.personId) return foundOpen(id);
      if (owner !== null || !(await own(id, by, by, { free: true }))) throw conflict('staff-tasks.taken');
      return foundOpen(id);
    },

    async handOver(id, by, to) {
      await foundOpen(id);
      const colleague = to === null ? null : (await tasks.colleagues()).find((each) => each.id === to);
      if (colleague === undefined) throw conflict('staff-tasks.no-colleague');
      const owner = colleague && { personId: colleague.id, name: colleague.name };
      if (!(await own(id, by, owner, { free: false }))) throw conflict('staff-tasks.done');
      return foundOpen(id);
    },

    async finish(id, by, note) {
      const task = await tasks.find(id);
      if (!task) throw notFound();
      if (TASKS_ENDED_BY_DECISION.includes(task.kind)) throw conflict('staff-tasks.decided');
      const finished = await inTransaction(db, async (tx) => {
        // One person alone has brought it about, and a second one would never hear of it.
        if (await tasks.isUndecided(id, tx)) throw conflict('staff-tasks.decided');
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
