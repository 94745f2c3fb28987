import { sql, type Generated, type RawBuilder, type Selectable } from 'kysely';
import { countRows, type Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { BLOCKED_REPEATS } from '#shared/lifecycles/repeat.ts';
import { OPEN_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';
import type { Role } from '#shared/api/contract.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import type { StaffTaskKind, StaffTaskState } from '#shared/lifecycles/staff-task.ts';

interface StaffTaskTable {
  id: Generated<number>;
  occasion: string;
  kind: StaffTaskKind;
  /** Exactly one of the three is set. */
  lot_id: number | null;
  order_id: number | null;
  bank_line_id: number | null;
  bidder_number: number | null;
  price_tiyin: number | null;
  reason: string | null;
  due_at: Date;
  created_at: Generated<Date>;
  done_at: Date | null;
  done_by: string | null;
  done_by_name: string | null;
  note: string | null;
  owner_id: string | null;
  owner_name: string | null;
  owned_at: Date | null;
}

/** `lot` is owned by lots: read here for the titles of tasks; `person` by accounts: for who may work on them. */
interface StaffTaskTables {
  staff_task: StaffTaskTable;
  lot: { id: number; title: LocalizedText; status: LotStatus };
  person: { id: string; name: string; roles: Role[]; disabled_at: Date | null };
}

/** Without a lot, it has neither title nor status. */
export type StaffTaskRow = Selectable<StaffTaskTable> & {
  title: LocalizedText | null;
  lot_status: LotStatus | null;
};

/** What a task is about. */
type Subject =
  | { lotId: number; orderId?: undefined; bankLineId?: undefined }
  | { orderId: number; lotId?: undefined; bankLineId?: undefined }
  | { bankLineId: number; lotId?: undefined; orderId?: undefined };

export type NewStaffTask = Subject & {
  /** Idempotency key: a second task for the same occasion is the first one. */
  occasion: string;
  kind: StaffTaskKind;
  bidderNumber?: number | null;
  priceTiyin?: number | null;
  reason?: string | null;
  dueAt: Date;
};

export interface TaskFilter {
  state: StaffTaskState;
  /** null: those without an owner; absent: any owner or none. */
  ownerId?: string | null;
  lotId?: number;
  orderId?: number;
}

/** Written out, so that the indexes `staff_task_open` and `staff_task_done` match it. */
const STATES: Readonly<Record<StaffTaskState, RawBuilder<boolean>>> = {
  open: sql`t.done_at is null`,
  done: sql`t.done_at is not null`,
  all: sql`true`,
};

const matching = ({ state, ownerId, lotId, orderId }: TaskFilter) =>
  sql<boolean>`${STATES[state]}
    and (${ownerId === undefined} or t.owner_id is not distinct from ${ownerId ?? null}::text)
    and (${lotId ?? null}::bigint is null or t.lot_id = ${lotId ?? null})
    and (${orderId ?? null}::bigint is null or t.order_id = ${orderId ?? null})`;

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
          bank_line_id: task.bankLineId ?? null,
          bidder_number: task.bidderNumber ?? null,
          price_tiyin: task.priceTiyin ?? null,
          reason: task.reason ?? null,
          due_at: task.dueAt,
        })
        .onConflict((conflict) => conflict.column('occasion').doNothing())
        .execute();
    },

    page: (
      filter: TaskFilter,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<StaffTaskRow[]> => {
      const order = filter.state === 'open' ? sql`t.due_at, t.id` : sql`t.id desc`;
      // The page is found first: lots are read for its rows alone, not for all that are skipped.
      const found = db
        .selectFrom('staff_task as t')
        .select('t.id')
        .where(matching(filter))
        .orderBy(order)
        .limit(limit)
        .offset(offset);
      return tasks().where('t.id', 'in', found).orderBy(order).execute();
    },

    /** @param most of those in the list, counted no further; what is open is always counted whole */
    async counts(
      filter: TaskFilter,
      most: number,
    ): Promise<{ total: number; open: number; overdue: number }> {
      const { state, ownerId, lotId, orderId } = filter;
      const isOpenAlone = state === 'open' && [ownerId, lotId, orderId].every((each) => each === undefined);
      const [total, open] = await Promise.all([
        isOpenAlone ? null : countRows(db, db.selectFrom('staff_task as t').where(matching(filter)), most),
        // From the index of what is open alone: everything that was ever done is not read.
        db
          .selectFrom('staff_task')
          .where('done_at', 'is', null)
          .select((eb) => [
            eb.fn.countAll<number>().as('open'),
            eb.fn
              .countAll<number>()
              .filterWhere(sql<boolean>`due_at <= now()`)
              .as('overdue'),
          ])
          .executeTakeFirstOrThrow(),
      ]);
      return { total: total ?? Math.min(open.open, most), ...open };
    },

    /** Of one that is open: it has this owner now, or none. `free`: only where it has none. False: it was not so. */
    async own(
      id: number,
      owner: { personId: string; name: string } | null,
      { free }: { free: boolean },
      tx: Db<StaffTaskTables>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('staff_task')
        .set({
          owner_id: owner?.personId ?? null,
          owner_name: owner?.name ?? null,
          owned_at: owner ? sql<Date>`now()` : null,
        })
        .where('id', '=', id)
        .where('done_at', 'is', null)
        .$if(free, (query) => query.where('owner_id', 'is', null))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Who may finish tasks, by name. */
    colleagues: (): Promise<{ id: string; name: string }[]> =>
      db
        .selectFrom('person')
        .select(['id', 'name'])
        .where('disabled_at', 'is', null)
        .where(sql<boolean>`roles && ${[...STAFF_RIGHTS.finishTasks]}::text[]`)
        .orderBy('name')
        .orderBy('id')
        .execute(),

    async find(id: number): Promise<StaffTaskRow | null> {
      return (await tasks().where('t.id', '=', id).executeTakeFirst()) ?? null;
    },

    /**
     * Does what a task asks about last still, so that no one alone ends it? An account that one member of staff has shut, a sale that one
     * has suspended, a repeat that is held up, a price or parts of it that are late since the deadline of the task.
     */
    async isUndecided(id: number, tx: Db<StaffTaskTables>): Promise<boolean> {
      const deadline = (column: string) =>
        sql`floor(extract(epoch from ${sql.raw(column)}) * 1000)::bigint::text`;
      const { rows } = await sql<{ undecided: boolean }>`
        select case t.kind
          when 'suspended-sale' then lot.status = ${LOT_STATUS.suspended}
          when 'repeat-lot' then split_part(t.occasion, ':', 1) = 'repeat-blocked' and exists (
            select from repeat_plan p where p.lot_id = t.lot_id and p.state = any(${[...BLOCKED_REPEATS]}))
          when 'second-shutting' then exists (
            select from account_standstill s
            where s.ended_at is null and split_part(t.occasion, ':', 3) = ${deadline('s.since')})
          when 'confirm-absence' then exists (
            select from settlement s
            where s.id::text = split_part(t.occasion, ':', 2) and s.state = any(${[...OPEN_SETTLEMENTS]})
              and split_part(t.occasion, ':', 3) = ${deadline('coalesce(s.grace_until, s.due_at)')})
          when 'decide-late-parts' then exists (
            select from settlement s
            where s.id::text = split_part(t.occasion, ':', 2) and s.state = any(${[...OPEN_SETTLEMENTS]})
              and split_part(t.occasion, ':', 3) = ${deadline('s.due_at')})
          else false end as undecided
        from staff_task t left join lot on lot.id = t.lot_id where t.id = ${id}`.execute(tx);
      return rows[0]?.undecided ?? false;
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
