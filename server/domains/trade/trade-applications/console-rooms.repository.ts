import { sql, type Generated, type Selectable } from 'kysely';
import { inTransaction, lockNamed, type Db } from '#server/platform/database/index.ts';
import type { RoomAction } from '#shared/api/console/console-rooms.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { ROOM_REQUEST, type RoomDecision } from '#shared/lifecycles/room-request.ts';
import type { TechnicalBreakRow, TechnicalBreakTables } from './technical-breaks.repository.ts';

interface RoomRequestTable {
  id: Generated<number>;
  lot_id: number;
  kind: 'extend' | 'withdraw' | 'revoke' | 'continue' | 'resume';
  minutes: number | null;
  /** Of a resumption; null: once it is approved. */
  resume_at: Date | null;
  reason: string;
  application_id: number | null;
  bidder_number: number | null;
  also_withdraw: Generated<boolean>;
  repeat_wanted: Generated<boolean>;
  cause: 'disabled' | 'barred' | null;
  requested_by: string;
  requested_by_name: string;
  created_at: Generated<Date>;
  expires_at: Date;
  decision: 'approved' | 'rejected' | null;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  carried_out_at: Date | null;
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

interface ConsoleRoomTables extends TechnicalBreakTables {
  room_request: RoomRequestTable;
  room_action: RoomActionTable;
}

export type RoomRequestRow = Selectable<RoomRequestTable>;

/** Staff let a room go on, at once or at an instant. */
const RESUMPTIONS = ['resume', 'resume-at', 'continue'] as const;

/** Requester of a request opened by the rules, until a member of staff takes it over. */
export const BY_RULES = 'rules';

export interface NewRoomRequest {
  lotId: number;
  kind: RoomRequestRow['kind'];
  minutes?: number | null;
  resumeAt?: Date | null;
  reason: string;
  personId: string;
  personName: string;
  validMinutes: number;
  repeatWanted?: boolean;
  /** Of a revocation alone. */
  application?: { id: number; number: number; alsoWithdraw: boolean; cause: RoomRequestRow['cause'] };
}

const REQUESTED_AS = {
  extend: 'extend-request',
  withdraw: 'withdraw-request',
  revoke: 'revoke-request',
  continue: 'continue-request',
  resume: 'resume-request',
} as const;

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

/** In the given transaction, or in one of its own. */
const together = <Result>(
  db: Db<ConsoleRoomTables>,
  work: (tx: Db<ConsoleRoomTables>) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : inTransaction(db, work));

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

    /**
     * When staff first suspended each room within so many hours, since two persons last decided that it goes on, ms; without those that
     * they have not suspended. Two decide about a room, or about all rooms of a technical break.
     */
    async suspendedSince(lotIds: readonly number[], hours: number): Promise<ReadonlyMap<number, number>> {
      if (lotIds.length === 0) return new Map();
      const found = await db
        .selectFrom('room_action as a')
        .select(['a.lot_id', ({ fn }) => fn.min<Date>('a.done_at').as('since')])
        .where('a.lot_id', 'in', lotIds)
        .where('a.action', '=', 'suspend')
        .where('a.result', '=', 'done')
        .where('a.done_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('room_action as two')
                .select('two.id')
                .whereRef('two.lot_id', '=', 'a.lot_id')
                .whereRef('two.id', '>', 'a.id')
                .where('two.action', 'in', RESUMPTIONS)
                .where('two.request_id', 'is not', null)
                .where('two.result', '=', 'done'),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('technical_break_room as room')
                .innerJoin('technical_break as two', 'two.id', 'room.break_id')
                .select('two.id')
                .whereRef('room.lot_id', '=', 'a.lot_id')
                .where('room.resumed', '=', 'done')
                .where('two.decision_id', 'is not', null)
                .whereRef('two.ended_at', '>', 'a.done_at'),
            ),
          ),
        )
        .groupBy('a.lot_id')
        .execute();
      return new Map(found.map(({ lot_id: lotId, since }) => [lotId, since.getTime()]));
    },

    /** How often a member of staff, by any of these accounts, has suspended the room within so many hours, breaks of all rooms included. */
    async suspensionsBy(lotId: number, accounts: readonly string[], hours: number): Promise<number> {
      const { count } = await db
        .selectFrom('room_action')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('lot_id', '=', lotId)
        .where('action', '=', 'suspend')
        .where('result', 'in', ['done', 'unknown'])
        .where('person_id', 'in', accounts)
        .where('done_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Those of the rooms that staff let go on by themselves, at once or at an instant, after the break had suspended them. */
    async resumedApart(lotIds: readonly number[], of: TechnicalBreakRow): Promise<ReadonlySet<number>> {
      if (lotIds.length === 0) return new Set();
      const found = await db
        .selectFrom('room_action as a')
        .innerJoin('room_action as suspension', 'suspension.lot_id', 'a.lot_id')
        .select('a.lot_id')
        .distinct()
        .where('a.lot_id', 'in', lotIds)
        .where('a.action', 'in', RESUMPTIONS)
        .where('a.result', 'in', ['done', 'unknown'])
        .whereRef('a.id', '>', 'suspension.id')
        .where('suspension.action', '=', 'suspend')
        .where('suspension.person_id', '=', of.begun_by)
        .where('suspension.reason', '=', of.reason)
        .where('suspension.done_at', '>=', of.begun_at)
        .execute();
      return new Set(found.map(({ lot_id: lotId }) => lotId));
    },

    /** Requests about a room are made, and turned down, one after the other: until the given transaction ends. */
    async lockRequests(lotId: number): Promise<void> {
      await lockNamed(db, `room-requests:${lotId}`);
    },

    /** The request of this kind about the lot that waits and was made under one of these accounts; otherwise stores this one. */
    requestOnce: (r: NewRoomRequest, accounts: readonly string[]): Promise<RoomRequestRow> =>
      together(db, async (tx) => {
        const requests = createConsoleRoomsRepository(tx);
        await requests.lockRequests(r.lotId);
        const waits = await tx
          .selectFrom('room_request')
          .selectAll()
          .where('lot_id', '=', r.lotId)
          .where('kind', '=', r.kind)
          .where('requested_by', 'in', accounts)
          .where('decision', 'is', null)
          .where('expires_at', '>', sql<Date>`clock_timestamp()`)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
        return waits ?? requests.request(r);
      }),

    /** Stores a request together with its line in the log of actions. */
    request: (r: NewRoomRequest): Promise<RoomRequestRow> =>
      together(db, async (tx) => {
        const row = await tx
          .insertInto('room_request')
          .values({
            lot_id: r.lotId,
            kind: r.kind,
            minutes: r.minutes ?? null,
            resume_at: r.resumeAt ?? null,
            reason: r.reason,
            application_id: r.application?.id ?? null,
            bidder_number: r.application?.number ?? null,
            also_withdraw: r.application?.alsoWithdraw ?? false,
            repeat_wanted: r.repeatWanted ?? false,
            cause: r.application?.cause ?? null,
            requested_by: r.personId,
            requested_by_name: r.personName,
            expires_at: sql<Date>`now() + make_interval(mins => ${r.validMinutes})`,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await insertAction(tx, {
          lotId: r.lotId,
          action: REQUESTED_AS[r.kind],
          personId: r.personId,
          personName: r.personName,
          reason: r.application ? `№ ${r.application.number}: ${r.reason}` : r.reason,
          minutes: r.minutes ?? null,
          requestId: row.id,
          result: 'done',
        });
        return row;
      }),

    /** In the order in which they were made. Where there are too many, each who has made some is shown with their first ones. */
    async pending(): Promise<RoomRequestRow[]> {
      const found = await db
        .selectFrom('room_request')
        .selectAll()
        .where('decision', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .orderBy(sql`row_number() over (partition by requested_by order by id)`)
        .orderBy('id')
        .limit(200)
        .execute();
      return found.toSorted((one, other) => one.id - other.id);
    },

    async findRequest(id: number): Promise<RoomRequestRow | null> {
      return (
        (await db.selectFrom('room_request').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
      );
    },

    /** Who turned down each request of somebody else about the room within so many hours. */
    async rejectedBy(lotId: number, hours: number): Promise<string[]> {
      const found = await db
        .selectFrom('room_request')
        .select('decided_by')
        .where('lot_id', '=', lotId)
        .where('decision', '=', stateAfter(ROOM_REQUEST, 'reject'))
        .whereRef('decided_by', '<>', 'requested_by')
        .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
        .execute();
      return found.flatMap(({ decided_by: by }) => by ?? []);
    },

    /** The request about this application that waits for an approval. */
    async pendingRevocation(applicationId: number): Promise<RoomRequestRow | null> {
      const row = db
        .selectFrom('room_request')
        .selectAll()
        .where('application_id', '=', applicationId)
        .where('decision', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .orderBy('id', 'desc')
        .limit(1);
      return (await row.executeTakeFirst()) ?? null;
    },

    /** Takes over a request opened by the rules; false when a colleague was faster, or it has expired. */
    second: (request: RoomRequestRow, staff: { personId: string; name: string }): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('room_request')
          .set({ requested_by: staff.personId, requested_by_name: staff.name })
          .where('id', '=', request.id)
          .where('requested_by', '=', BY_RULES)
          .where('decision', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await insertAction(tx, {
          lotId: request.lot_id,
          action: REQUESTED_AS[request.kind],
          personId: staff.personId,
          personName: staff.name,
          reason: request.bidder_number ? `№ ${request.bidder_number}: ${request.reason}` : request.reason,
          requestId: request.id,
          result: 'done',
        });
        return true;
      }),

    /**
     * Decides a pending request under its lock; false when it was decided already, or has expired.
     * @param judge refuses by throwing, before anything is written
     */
    decide: (
      id: number,
      by: RoomDecision,
      staff: { personId: string; name: string },
      judge?: (tx: Db<ConsoleRoomTables>, request: RoomRequestRow) => Promise<void>,
    ): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const request = await tx
          .selectFrom('room_request')
          .selectAll()
          .where('id', '=', id)
          .where('decision', 'is', null)
          .where('expires_at', '>', sql<Date>`clock_timestamp()`)
          .forUpdate()
          .executeTakeFirst();
        if (!request) return false;
        await judge?.(tx, request);
        await tx
          .updateTable('room_request')
          .set({
            decision: stateAfter(ROOM_REQUEST, by),
            decided_by: staff.personId,
            decided_by_name: staff.name,
            decided_at: sql`now()`,
            ...(by === 'reject' ? { carried_out_at: sql<Date>`now()` } : {}),
          })
          .where('id', '=', id)
          .execute();
        return true;
      }),

    /** Marks an approved request as completed, with `then` in the same transaction. False: it was completed already. */
    carriedOut: (id: number, then: (tx: Db<ConsoleRoomTables>) => Promise<void>): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('room_request')
          .set({ carried_out_at: sql`now()` })
          .where('id', '=', id)
          .where('carried_out_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await then(tx);
        return true;
      }),

    /**
     * Approved so long ago that the process carrying them out has given up or died. Without extensions: those count from
     * the approval, and an earlier release executed them without recording it.
     */
    toCarryOut: (olderMs: number, limit: number): Promise<RoomRequestRow[]> =>
      db
        .selectFrom('room_request')
        .selectAll()
        .where('decision', 'in', statesFrom(ROOM_REQUEST, 'carry-out'))
        .where('kind', '<>', 'extend')
        .where('carried_out_at', 'is', null)
        .where('decided_at', '<', sql<Date>`now() - make_interval(secs => ${olderMs / 1_000})`)
        .orderBy('id')
        .limit(limit)
        .execute(),
  };
}
