import { sql, type Generated, type Selectable } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { StaffTaskKind, StaffTaskState } from '#shared/lifecycles/staff-task.ts';

interface StaffTaskTable {
  id: Generated<number>;
  occasion: string;
  kind: StaffTaskKind;
  /** Exactly one of the two is set. */
  lot_id: number | null;
  order_id: number | null;
  bidder_number: number | null;
  price_tiyin: number | null;
  reason: string | null;
  due_at: Date;
  created_at: Generated<Date>;
  done_at: Date | null;
  done_by: string | null;
  done_by_name: string | null;
  note: string | null;
}

/** `lot` is owned by lots: read here for the titles of tasks. */
interface StaffTaskTables {
  staff_task: StaffTaskTable;
  lot: { id: number; title: LocalizedText; status: LotStatus };
}

/** Without a lot, it has neither title nor status. */
export type StaffTaskRow = Selectable<StaffTaskTable> & {
  title: LocalizedText | null;
  lot_status: LotStatus | null;
};

/** What a task is about. */
type Subject = { lotId: number; orderId?: undefined } | { orderId: number; lotId?: undefined };

export type NewStaffTask = Subject & {
  /** Idempotency key: a second task for the same occasion is the first one. */
  occasion: string;
  kind: StaffTaskKind;
  bidderNumber?: number | null;
  priceTiyin?: number | null;
  reason?: string | null;
  dueAt: Date;
};

export function createStaffTasksRepository(db: Db<StaffTaskTables>) {
  const tasks = () =>
    db
      .selectFrom('staff_task as t')
      .leftJoin('lot', 'lot.id', 't.lot_id')
      .selectAll('t')
      .select(['lot.title', 'lot.status as lot_status']);

  return {
    /** Opens a task in the caller's transaction, once for its occasion. */
    async open(task: NewStaffTask, tx: Db<StaffTaskTables> = db): Promise<void> {
      await tx
        .insertInto('staff_task')
        .values({
          occasion: task.occasion,
          kind: task.kind,
          lot_id: task.lotId ?? null,
          order_id: task.orderId ?? null,
          bidder_number: task.bidderNumber ?? null,
          price_tiyin: task.priceTiyin ?? null,
          reason: task.reason ?? null,
          due_at: task.dueAt,
        })
        .onConflict((conflict) => conflict.column('occasion').doNothing())
        .execute();
    },

    page: (
      state: StaffTaskState,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<StaffTaskRow[]> => {
      const order = state === 'open' ? sql`t.due_at, t.id` : sql`t.id desc`;
      // The page is found first: lots are read for its rows alone, not for all that are skipped.
      const found = db
        .selectFrom('staff_task as t')
        .select('t.id')
        .$if(state === 'open', (query) => query.where('t.done_at', 'is', null))
        .$if(state === 'done', (query) => query.where('t.done_at', 'is not', null))
        .orderBy(order)
        .limit(limit)
        .offset(offset);
      return tasks().where('t.id', 'in', found).orderBy(order).execute();
    },

    counts: (): Promise<{ all: number; open: number; overdue: number }> =>
      db
        .selectFrom('staff_task')
        .select((eb) => [
          eb.fn.countAll<number>().as('all'),
          eb.fn.countAll<number>().filterWhere('done_at', 'is', null).as('open'),
          eb.fn
            .countAll<number>()
            .filterWhere(sql<boolean>`done_at is null and due_at <= now()`)
            .as('overdue'),
        ])
        .executeTakeFirstOrThrow(),

    async find(id: number): Promise<StaffTaskRow | null> {
      return (await tasks().where('t.id', '=', id).executeTakeFirst()) ?? null;
    },

    /** The task of an occasion is done by what was decided elsewhere; without one nothing changes. */
    async finishOccasion(
      occasion: string,
      by: { personId: string; name: string },
      note: string,
      tx: Db<StaffTaskTables>,
    ): Promise<void> {
      await tx
        .updateTable('staff_task')
        .set({ done_at: sql`now()`, done_by: by.personId, done_by_name: by.name, note })
        .where('occasion', '=', occasion)
        .where('done_at', 'is', null)
        .execute();
    },

    /** False when it was done already. */
    async finish(
      id: number,
      by: { personId: string; name: string },
      note: string,
      tx: Db<StaffTaskTables> = db,
    ): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('staff_task')
        .set({ done_at: sql`now()`, done_by: by.personId, done_by_name: by.name, note })
        .where('id', '=', id)
        .where('done_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
