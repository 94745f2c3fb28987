import { sql, type ColumnType, type Generated, type JSONColumnType } from 'kysely';
import type { EditChanges } from '#shared/api/cabinet/profile.ts';
import type { ChosenReason } from '#shared/api/chosen-reason.ts';
import { EDIT_REQUEST, OPEN_EDIT_REQUESTS, type EditRequestStatus } from '#shared/lifecycles/edit-request.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { isUniqueViolation, type Db } from '#server/platform/database/index.ts';

interface EditRequestTables {
  person_edit_request: {
    id: Generated<number>;
    person_id: string;
    status: Generated<EditRequestStatus>;
    changes: JSONColumnType<EditChanges>;
    before: JSONColumnType<EditChanges>;
    reason: string;
    created_at: Generated<Date>;
    decided_at: Date | null;
    decided_by: string | null;
    decision_reason: string | null;
    decision_cause: ColumnType<ChosenReason | null, string | null, string | null>;
  };
  // Read for the staff's list; written by the accounts repository.
  person: { id: string; name: string; phone: string | null };
}

export interface EditRequestRow {
  id: number;
  personId: string;
  status: EditRequestStatus;
  changes: EditChanges;
  before: EditChanges;
  reason: string;
  createdAt: Date;
  decidedAt: Date | null;
  decisionReason: string | null;
  decisionCause: ChosenReason | null;
}

/** With the names that staff need. */
export interface StaffEditRequestRow extends EditRequestRow {
  personName: string;
  personPhone: string | null;
  decidedBy: string | null;
}

export interface Page {
  page: number;
  size: number;
}

const COLUMNS = [
  'r.id',
  'r.person_id as personId',
  'r.status',
  'r.changes',
  'r.before',
  'r.reason',
  'r.created_at as createdAt',
  'r.decided_at as decidedAt',
  'r.decision_reason as decisionReason',
  'r.decision_cause as decisionCause',
] as const;

/** Requests to change the identity: at most one open per person, never deleted. */
export function createEditRequestsRepository(db: Db<EditRequestTables>) {
  const all = () => db.selectFrom('person_edit_request as r');
  const ofStaff = () =>
    all()
      .innerJoin('person as p', 'p.id', 'r.person_id')
      .leftJoin('person as d', 'd.id', 'r.decided_by')
      .select([...COLUMNS, 'p.name as personName', 'p.phone as personPhone', 'd.name as decidedBy']);
  const count = async (status: EditRequestStatus | 'all', personId?: string): Promise<number> => {
    let query = all().select((eb) => eb.fn.countAll<number>().as('total'));
    if (status !== 'all') query = query.where('status', '=', status);
    if (personId !== undefined) query = query.where('person_id', '=', personId);
    return Number((await query.executeTakeFirstOrThrow()).total);
  };
  const repository = {
    count,

    async byId(id: number): Promise<EditRequestRow | null> {
      return (await all().select(COLUMNS).where('id', '=', id).executeTakeFirst()) ?? null;
    },

    async forStaff(id: number): Promise<StaffEditRequestRow | null> {
      return (await ofStaff().where('r.id', '=', id).executeTakeFirst()) ?? null;
    },

    async openOf(personId: string): Promise<EditRequestRow | null> {
      const row = await all()
        .select(COLUMNS)
        .where('person_id', '=', personId)
        .where('status', 'in', OPEN_EDIT_REQUESTS)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Who approved the name that the account has now; null: no one did. */
    async namedBy(personId: string): Promise<string | null> {
      const row = await all()
        .select('decided_by as decidedBy')
        .where('person_id', '=', personId)
        .where('status', '=', stateAfter(EDIT_REQUEST, 'approve'))
        .where(sql<boolean>`changes ->> 'name' is not null`)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.decidedBy ?? null;
    },

    /** Newest first. */
    ofPerson: (personId: string, { page, size }: Page): Promise<EditRequestRow[]> =>
      all()
        .select(COLUMNS)
        .where('person_id', '=', personId)
        .orderBy('id', 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute(),

    /** Open ones oldest first, decided ones newest first. */
    list: (status: EditRequestStatus | 'all', { page, size }: Page): Promise<StaffEditRequestRow[]> => {
      const query = status === 'all' ? ofStaff() : ofStaff().where('r.status', '=', status);
      return query
        .orderBy('r.id', status === stateAfter(EDIT_REQUEST, 'ask') ? 'asc' : 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute();
    },

    /** The new request's id; null when the person has an open one, even one inserted concurrently. */
    async add(request: {
      personId: string;
      changes: EditChanges;
      before: EditChanges;
      reason: string;
    }): Promise<number | null> {
      try {
        const { id } = await db
          .insertInto('person_edit_request')
          .values({
            person_id: request.personId,
            changes: JSON.stringify(request.changes),
            before: JSON.stringify(request.before),
            reason: request.reason,
            status: stateAfter(EDIT_REQUEST, 'ask'),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      } catch (error) {
        // Not retried: a concurrent repeat, whose request was inserted.
        if (!isUniqueViolation(error, 'person_edit_request_open')) throw error;
        return null;
      }
    },

    /** Closes an open request; false when it is no longer open: of two concurrent decisions one succeeds. */
    async end(
      id: number,
      end:
        | { event: 'withdraw'; personId: string }
        | { event: 'approve'; by: string }
        | { event: 'refuse'; by: string; reason: string; cause: ChosenReason },
    ): Promise<boolean> {
      let query = db
        .updateTable('person_edit_request')
        .set({
          status: stateAfter(EDIT_REQUEST, end.event),
          decided_at: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .where('status', 'in', statesFrom(EDIT_REQUEST, end.event));
      query =
        end.event === 'withdraw'
          ? query.where('person_id', '=', end.personId)
          : query.set({ decided_by: end.by });
      if (end.event === 'refuse')
        query = query.set({ decision_reason: end.reason, decision_cause: JSON.stringify(end.cause) });
      return (await query.executeTakeFirst()).numUpdatedRows > 0n;
    },
  };
  return repository;
}
