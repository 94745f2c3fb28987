import type { Generated } from 'kysely';
import { readExactly, type Db } from '#server/platform/database/index.ts';

export interface ActionLogTables {
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

interface PersonAction {
  /** Null where the person is unknown, e.g. a refused sign-in. */
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

/** An index holds each reason, and takes no more than 2,704 bytes. */
const REASON_BYTES = 2_000;

/** A reason that names more than one record takes, between its words; a word longer than that is cut. */
function partsOf(reason: string | null): (string | null)[] {
  if (reason === null || Buffer.byteLength(reason) <= REASON_BYTES) return [reason];
  const parts: string[] = [];
  for (const word of reason.match(/\S{1,500}/gu) ?? []) {
    const longer = `${parts.at(-1) ?? ''} ${word}`.trimStart();
    if (parts.length > 0 && Buffer.byteLength(longer) <= REASON_BYTES) parts[parts.length - 1] = longer;
    else parts.push(word);
  }
  return parts;
}

export interface ActionLog {
  /**
   * A reason that is too long for one record, as of everybody whom a search has found, takes several.
   * @param tx the transaction of the logged change, where both must commit together
   */
  record(action: PersonAction, tx?: Db<ActionLogTables>): Promise<void>;
  /** Newest first; `beforeId`: those older than this one. */
  ofPerson(
    personId: string,
    wanted: ActionFilter,
    rows: { limit: number; offset: number; beforeId?: number },
  ): Promise<LoggedAction[]>;
  /** The last ones of a type, newest first. */
  ofType(personId: string, type: string, limit: number): Promise<LoggedAction[]>;
  count(personId: string, wanted: ActionFilter): Promise<number>;
}

interface ActionFilter {
  /** From this instant, and before that one. */
  since?: Date;
  before?: Date;
  result?: 'done' | 'refused';
}

interface LoggedAction {
  id: number;
  type: string;
  action: string;
  result: 'done' | 'refused';
  reason: string | null;
  at: Date;
}

export function createActionLog(db: Db<ActionLogTables>): ActionLog {
  const wantedOf = (personId: string, { since, before, result }: ActionFilter) => {
    let query = db.selectFrom('person_action').where('person_id', '=', personId);
    if (since) query = query.where('at', '>=', since);
    if (before) query = query.where('at', '<', before);
    return result ? query.where('result', '=', result) : query;
  };
  return {
    async record(entry, tx) {
      const add = () =>
        (tx ?? db)
          .insertInto('person_action')
          .values(
            partsOf(entry.reason ?? null).map((reason) => ({
              person_id: entry.personId,
              type: entry.type,
              action: entry.action,
              result: entry.result,
              reason,
              address: entry.address ?? null,
            })),
          )
          .execute();
      // Also of a list that may lag it is recorded who has read it.
      await readExactly(add);
    },

    ofPerson: (personId, wanted, { limit, offset, beforeId }) =>
      (beforeId === undefined
        ? wantedOf(personId, wanted)
        : wantedOf(personId, wanted).where('id', '<', beforeId)
      )
        .select(['id', 'type', 'action', 'result', 'reason', 'at'])
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),

    ofType: (personId, type, limit) =>
      wantedOf(personId, {})
        .where('type', '=', type)
        .select(['id', 'type', 'action', 'result', 'reason', 'at'])
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    async count(personId, wanted) {
      const { total } = await wantedOf(personId, wanted)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}
