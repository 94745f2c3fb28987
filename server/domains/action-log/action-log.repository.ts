import type { Generated } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';

interface ActionLogTables {
  person_action: {
    id: Generated<number>;
    person_id: string | null;
    type: string;
    action: string;
    result: 'done' | 'refused';
    reason: string | null;
    address: string | null;
    at: Generated<Date>;
  };
}

export interface PersonAction {
  /** Null where nobody is known, e.g. a refused sign-in. */
  personId: string | null;
  /** Field of activity: `sign-in`, `roles`. */
  type: string;
  /** What was done: `sign-in`, `sign-out`, `granted`. */
  action: string;
  result: 'done' | 'refused';
  /** Stable code of a refusal. */
  reason?: string | null;
  /** Client address. */
  address?: string | null;
}

export interface ActionLog {
  record(action: PersonAction): Promise<void>;
  /** Newest first. */
  ofPerson(personId: string, page: { limit: number; beforeId?: number }): Promise<LoggedAction[]>;
}

export interface LoggedAction {
  id: number;
  type: string;
  action: string;
  result: 'done' | 'refused';
  reason: string | null;
  at: Date;
}

export function createActionLog(db: Db<ActionLogTables>): ActionLog {
  return {
    async record(entry) {
      await db
        .insertInto('person_action')
        .values({
          person_id: entry.personId,
          type: entry.type,
          action: entry.action,
          result: entry.result,
          reason: entry.reason ?? null,
          address: entry.address ?? null,
        })
        .execute();
    },

    ofPerson(personId, { limit, beforeId }) {
      const query = db
        .selectFrom('person_action')
        .select(['id', 'type', 'action', 'result', 'reason', 'at'])
        .where('person_id', '=', personId)
        .orderBy('id', 'desc')
        .limit(limit);
      return (beforeId === undefined ? query : query.where('id', '<', beforeId)).execute();
    },
  };
}
