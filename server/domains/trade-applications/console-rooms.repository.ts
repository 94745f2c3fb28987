import { sql, type Generated, type Selectable } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';
import type { RoomAction } from '#shared/api/console-rooms.ts';

interface RoomRequestTable {
  id: Generated<number>;
  lot_id: number;
  kind: 'extend' | 'withdraw';
  minutes: number | null;
  reason: string;
  requested_by: string;
  requested_by_name: string;
  created_at: Generated<Date>;
  expires_at: Date;
  decision: 'approved' | 'rejected' | null;
  decided_by: string | null;
  decided_at: Date | null;
}

interface RoomActionTable {
  id: Generated<number>;
  lot_id: number;
  action: RoomAction['action'];
  person_id: string;
  person_name: string;
  reason: string;
  minutes: number | null;
  request_id: number | null;
  result: RoomAction['result'];
  done_at: Generated<Date>;
}

interface ConsoleRoomTables {
  room_request: RoomRequestTable;
  room_action: RoomActionTable;
}

export type RoomRequestRow = Selectable<RoomRequestTable>;

export interface NewRoomAction {
  lotId: number;
  action: RoomAction['action'];
  personId: string;
  personName: string;
  reason: string;
  minutes?: number | null;
  requestId?: number | null;
  result: RoomAction['result'];
}

export type ConsoleRoomsRepository = ReturnType<typeof createConsoleRoomsRepository>;

async function insertAction(tx: Db<ConsoleRoomTables>, action: NewRoomAction): Promise<void> {
  await tx
    .insertInto('room_action')
    .values({
      lot_id: action.lotId,
      action: action.action,
      person_id: action.personId,
      person_name: action.personName,
      reason: action.reason,
      minutes: action.minutes ?? null,
      request_id: action.requestId ?? null,
      result: action.result,
    })
    .execute();
}

export function createConsoleRoomsRepository(db: Db<ConsoleRoomTables>) {
  return {
    log: (action: NewRoomAction): Promise<void> => insertAction(db, action),

    async actions(lotId: number, limit: number): Promise<RoomAction[]> {
      const rows = await db
        .selectFrom('room_action')
        .selectAll()
        .where('lot_id', '=', lotId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        lotId: row.lot_id,
        action: row.action,
        by: row.person_name,
        atMs: row.done_at.getTime(),
        reason: row.reason,
        minutes: row.minutes,
        result: row.result,
      }));
    },

    /** Stores a request together with its line in the log of actions. */
    request: (r: {
      lotId: number;
      kind: 'extend' | 'withdraw';
      minutes: number | null;
      reason: string;
      personId: string;
      personName: string;
      validMinutes: number;
    }): Promise<RoomRequestRow> =>
      inTransaction(db, async (tx) => {
        const row = await tx
          .insertInto('room_request')
          .values({
            lot_id: r.lotId,
            kind: r.kind,
            minutes: r.minutes,
            reason: r.reason,
            requested_by: r.personId,
            requested_by_name: r.personName,
            expires_at: sql<Date>`now() + make_interval(mins => ${r.validMinutes})`,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await insertAction(tx, {
          lotId: r.lotId,
          action: r.kind === 'extend' ? 'extend-request' : 'withdraw-request',
          personId: r.personId,
          personName: r.personName,
          reason: r.reason,
          minutes: r.minutes,
          requestId: row.id,
          result: 'done',
        });
        return row;
      }),

    pending: (): Promise<RoomRequestRow[]> =>
      db
        .selectFrom('room_request')
        .selectAll()
        .where('decision', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .orderBy('id')
        .limit(200)
        .execute(),

    async findRequest(id: number): Promise<RoomRequestRow | null> {
      return (
        (await db.selectFrom('room_request').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
      );
    },

    /** Decides a waiting request; false when somebody has decided it. */
    async decide(id: number, decision: 'approved' | 'rejected', personId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('room_request')
        .set({ decision, decided_by: personId, decided_at: sql`now()` })
        .where('id', '=', id)
        .where('decision', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
