import { sql, type Generated, type GeneratedAlways, type Selectable } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { ERASURE, OPEN_ERASURES, type ErasureState } from '#shared/lifecycles/erasure.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import type { ErasureObstacle } from '#shared/limits/erasure.ts';

interface ErasureTables {
  erasure: {
    id: GeneratedAlways<number>;
    person_id: string;
    request_id: string;
    state: ErasureState;
    by_command: boolean;
    requested_at: Generated<Date>;
    due_at: Date;
    ended_at: Date | null;
    obstacles: Generated<ErasureObstacle[]>;
    code: string | null;
    cleared_at: Date | null;
  };
}

export type ErasureRow = Selectable<ErasureTables['erasure']>;

/** What is written with the end of a request. */
type End =
  | { event: 'take-back' }
  | { event: 'refuse'; obstacles: readonly ErasureObstacle[] }
  | { event: 'erase'; code: string };

/** Requests to delete accounts: a person has one open request at most, none is ever deleted. */
export function createErasuresRepository(db: Db<ErasureTables>) {
  const all = () => db.selectFrom('erasure').selectAll();
  return {
    async add(request: {
      personId: string;
      requestId: string;
      byCommand: boolean;
      graceDays: number;
    }): Promise<ErasureRow> {
      return db
        .insertInto('erasure')
        .values({
          person_id: request.personId,
          request_id: request.requestId,
          by_command: request.byCommand,
          state: stateAfter(ERASURE, 'ask'),
          due_at: sql<Date>`now() + make_interval(days => ${request.graceDays})`,
          ended_at: null,
          code: null,
          cleared_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    byRequest: (personId: string, requestId: string): Promise<ErasureRow | undefined> =>
      all().where('person_id', '=', personId).where('request_id', '=', requestId).executeTakeFirst(),

    last: (personId: string): Promise<ErasureRow | undefined> =>
      all().where('person_id', '=', personId).orderBy('id', 'desc').limit(1).executeTakeFirst(),

    /** Locked until the transaction ends. */
    lockOpen: (personId: string): Promise<ErasureRow | undefined> =>
      all()
        .where('person_id', '=', personId)
        .where('state', 'in', OPEN_ERASURES)
        .forUpdate()
        .executeTakeFirst(),

    /** Of a locked request. @throws when it cannot end so in its state */
    async end(id: number, { event, ...written }: End): Promise<void> {
      const { obstacles, code } = { obstacles: [], code: null, ...written };
      await db
        .updateTable('erasure')
        .set({
          state: stateAfter(ERASURE, event),
          ended_at: sql<Date>`clock_timestamp()`,
          obstacles: [...obstacles],
          code,
        })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(ERASURE, event))
        .returning('id')
        .executeTakeFirstOrThrow();
    },

    /** The earliest first, those with ids above `after`. */
    due: (after: number, limit: number): Promise<ErasureRow[]> =>
      all()
        .where('state', 'in', statesFrom(ERASURE, 'erase'))
        .where('due_at', '<=', sql<Date>`now()`)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** Carried out so long ago, and not looked at again since. */
    toClear: (olderThanMs: number, after: number, limit: number): Promise<ErasureRow[]> =>
      all()
        .where('code', 'is not', null)
        .where('cleared_at', 'is', null)
        .where('ended_at', '<=', sql<Date>`now() - ${olderThanMs} * interval '1 millisecond'`)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),

    async markCleared(id: number): Promise<void> {
      await db
        .updateTable('erasure')
        .set({ cleared_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
    },
  };
}
