import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { BarState } from '#shared/lifecycles/bar.ts';
import type { DebarmentCause } from '#shared/limits/debarments.ts';
import type { SanctionTables, StoredBar } from './sanctions-tables.ts';

export interface BarFilter {
  state: BarState | 'all';
  cause?: DebarmentCause | undefined;
  lotId?: number | undefined;
}

/** The state of an entry on a day; `starts later` counts as in force. */
const IN_STATE: Readonly<Record<BarState, (day: string) => ReturnType<typeof sql<boolean>>>> = {
  'in-force': (day) => sql<boolean>`lifted_at is null and end_date >= ${day}::date`,
  ended: (day) => sql<boolean>`lifted_at is null and end_date < ${day}::date`,
  lifted: () => sql<boolean>`lifted_at is not null`,
};

/** Debarments as staff read and lift them. */
export function createDebarmentsRepository(db: Db<SanctionTables>) {
  const bars = () =>
    db
      .selectFrom('barred_person')
      .select(['id', 'kind', 'id_hash', 'id_masked', 'name_masked', 'person_id', 'lot_id', 'cause'])
      .select('cause_name')
      .select(['reason', 'barred_by', 'lifted_at'])
      .select(['start_date', 'end_date']);

  const matching = ({ state, cause, lotId }: BarFilter, day: string) =>
    db
      .selectFrom('barred_person')
      .$if(state !== 'all', (query) => query.where(IN_STATE[state as BarState](day)))
      .$if(cause !== undefined, (query) => query.where('cause', '=', cause!))
      .$if(lotId !== undefined, (query) => query.where('lot_id', '=', lotId!));

  return {
    async page(
      filter: BarFilter,
      day: string,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ items: StoredBar[]; total: number }> {
      const [ids, total] = await Promise.all([
        matching(filter, day)
          .select('id')
          .orderBy('start_date', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        this.count(filter, day),
      ]);
      if (ids.length === 0) return { items: [], total };
      const items = await bars()
        .where(
          'id',
          'in',
          ids.map(({ id }) => id),
        )
        .orderBy('barred_person.start_date', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return { items, total };
    },

    async count(filter: BarFilter, day: string): Promise<number> {
      const { total } = await matching(filter, day)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    find: (id: number): Promise<StoredBar | undefined> => bars().where('id', '=', id).executeTakeFirst(),

    /** Locked until the transaction ends. */
    lock: (id: number): Promise<StoredBar | undefined> =>
      bars().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Ends a locked bar that is in force. */
    async lift(id: number): Promise<void> {
      await db
        .updateTable('barred_person')
        .set({ lifted_at: sql`now()` })
        .where('id', '=', id)
        .where('lifted_at', 'is', null)
        .returning('id')
        .executeTakeFirstOrThrow();
    },

    /** Titles and kinds of lots. */
    lots: (ids: readonly number[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('lot').select(['id', 'title', 'order_type']).where('id', 'in', ids).execute(),
  };
}
