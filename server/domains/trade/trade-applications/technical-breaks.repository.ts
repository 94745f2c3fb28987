import { sql, type Generated, type Selectable } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';
import type { BreakRoomResult } from '#shared/api/console/technical-breaks.ts';
import type { StaffMember } from './staff-member.ts';

interface TechnicalBreakTable {
  id: Generated<number>;
  reason: string;
  begun_by: string;
  begun_by_name: string;
  begun_at: Generated<Date>;
  end_reason: string | null;
  ended_by: string | null;
  ended_by_name: string | null;
  ended_at: Date | null;
  resume_at: Date | null;
  over_at: Date | null;
  /** By which two persons ended it; null: one did. */
  decision_id: number | null;
}

export interface TechnicalBreakTables {
  technical_break: TechnicalBreakTable;
  technical_break_room: {
    break_id: number;
    lot_id: number;
    suspended: BreakRoomResult | null;
    resumed: BreakRoomResult | null;
  };
}

export type TechnicalBreakRow = Selectable<TechnicalBreakTable>;

export interface BreakRoom {
  lotId: number;
  suspended: BreakRoomResult | null;
  resumed: BreakRoomResult | null;
}

export type TechnicalBreaksRepository = ReturnType<typeof createTechnicalBreaksRepository>;

interface BreakEnd {
  reason: string;
  /** null: its rooms go on now. */
  resumeAt: Date | null;
  /** null: by one person. */
  decisionId: number | null;
}

async function ended(
  tx: Db<TechnicalBreakTables>,
  id: number,
  staff: StaffMember,
  { reason, resumeAt, decisionId }: BreakEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('technical_break')
    .set({
      end_reason: reason,
      ended_by: staff.personId,
      ended_by_name: staff.name,
      ended_at: sql<Date>`now()`,
      resume_at: resumeAt,
      decision_id: decisionId,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What is decided about a break, by the process that works on it alone. */
const decisionsOn = (tx: Db<TechnicalBreakTables>) => ({
  /** False when it was ended before. */
  end: (id: number, staff: StaffMember, end: BreakEnd): Promise<boolean> => ended(tx, id, staff, end),

  async over(id: number): Promise<void> {
    await tx
      .updateTable('technical_break')
      .set({ over_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('ended_at', 'is not', null)
      .where('over_at', 'is', null)
      .execute();
  },
});

export function createTechnicalBreaksRepository(db: Db<TechnicalBreakTables>) {
  return {
    newest: (limit: number): Promise<TechnicalBreakRow[]> =>
      db.selectFrom('technical_break').selectAll().orderBy('id', 'desc').limit(limit).execute(),

    async find(id: number): Promise<TechnicalBreakRow | null> {
      const row = await db.selectFrom('technical_break').selectAll().where('id', '=', id).executeTakeFirst();
      return row ?? null;
    },

    /** Locked until the transaction ends; rounds wait. */
    async lock(id: number): Promise<void> {
      await db
        .selectFrom('technical_break')
        .select('id')
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst();
    },

    /** Of a locked one; false when it was ended before. */
    end: (id: number, staff: StaffMember, end: BreakEnd): Promise<boolean> => ended(db, id, staff, end),

    /** When the first of the breaks within so many hours began, without those before the last that two persons ended, ms; null: there was none. */
    async firstBegun(hours: number): Promise<number | null> {
      const row = await db
        .selectFrom('technical_break')
        .select(({ fn }) => fn.min('begun_at').as('first'))
        .where('begun_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
        .where('id', '>', ({ selectFrom }) =>
          selectFrom('technical_break as two')
            .select(sql<number>`coalesce(max(two.id), 0)`.as('id'))
            .where('two.decision_id', 'is not', null),
        )
        .executeTakeFirst();
      return row?.first ? new Date(row.first).getTime() : null;
    },

    /** How many breaks within so many hours a member of staff has begun, by any of these accounts. */
    async begunBy(accounts: readonly string[], hours: number): Promise<number> {
      const { count } = await db
        .selectFrom('technical_break')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('begun_by', 'in', accounts)
        .where('begun_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
        .executeTakeFirstOrThrow();
      return count;
    },

    /**
     * Works on the break that is not over, by one process at a time: a room must not be suspended by one after another has resumed
     * it. Rooms and their answers are stored outside of the transaction, so that they are known after a crash.
     * @param wait for a process that works on it; otherwise nothing is done then
     * @returns null without such a break
     */
    alone: <Result>(
      wait: boolean,
      work: (open: TechnicalBreakRow, decide: ReturnType<typeof decisionsOn>) => Promise<Result>,
    ): Promise<Result | null> =>
      inTransaction(db, async (tx) => {
        const row = await tx
          .selectFrom('technical_break')
          .selectAll()
          .where('over_at', 'is', null)
          .forNoKeyUpdate()
          .$if(!wait, (query) => query.skipLocked())
          .executeTakeFirst();
        return row ? work(row, decisionsOn(tx)) : null;
      }),

    /** null while another one is not over. */
    async begin(staff: StaffMember, reason: string): Promise<TechnicalBreakRow | null> {
      const row = await db
        .insertInto('technical_break')
        .values({ reason, begun_by: staff.personId, begun_by_name: staff.name })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    async rooms(breakIds: readonly number[]): Promise<(BreakRoom & { breakId: number })[]> {
      if (breakIds.length === 0) return [];
      return db
        .selectFrom('technical_break_room')
        .select(['break_id as breakId', 'lot_id as lotId', 'suspended', 'resumed'])
        .where('break_id', 'in', breakIds)
        .orderBy('lot_id')
        .execute();
    },

    /** Before the room is asked, so that a room which is suspended belongs to the break, whatever happens in between. */
    async addRooms(breakId: number, lotIds: readonly number[]): Promise<void> {
      if (lotIds.length === 0) return;
      await db
        .insertInto('technical_break_room')
        .values(lotIds.map((lotId) => ({ break_id: breakId, lot_id: lotId })))
        .onConflict((conflict) => conflict.columns(['break_id', 'lot_id']).doNothing())
        .execute();
    },

    /** True for the process whose answer is stored. */
    async settle(
      breakId: number,
      lotId: number,
      step: 'suspended' | 'resumed',
      result: BreakRoomResult,
    ): Promise<boolean> {
      const stored = await db
        .updateTable('technical_break_room')
        .set({ [step]: result })
        .where('break_id', '=', breakId)
        .where('lot_id', '=', lotId)
        .where(step, 'is', null)
        .executeTakeFirst();
      return stored.numUpdatedRows === 1n;
    },
  };
}
