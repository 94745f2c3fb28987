import { sql } from 'kysely';
import { lockNamed, type AnyDb, type Db } from '#server/platform/database/index.ts';

interface TurnedDownTable {
  turned_down: {
    matter: string;
    asked_by: string | null;
    turned_down_by: string;
  };
}

/** Who asked for something about a matter in vain, and who turned it down. */
export type TurnedDown = Pick<TurnedDownTable['turned_down'], 'asked_by' | 'turned_down_by'>;

export function createTurnedDownRepository(on: AnyDb) {
  const db = on as unknown as Db<TurnedDownTable>;
  return {
    /** What is turned down of one matter is judged one after the other, also where it is several things: until the transaction ends. */
    async lock(matter: string): Promise<void> {
      await lockNamed(on, `turned-down:${matter}`);
    },

    /** Without what people took back themselves. */
    within: (matter: string, days: number): Promise<TurnedDown[]> =>
      db
        .selectFrom('turned_down')
        .select(['asked_by', 'turned_down_by'])
        .where('matter', '=', matter)
        .where(sql<boolean>`asked_by is distinct from turned_down_by`)
        .where(sql<boolean>`at > clock_timestamp() - make_interval(days => ${days})`)
        .execute(),

    /** Who took back what they had asked for themselves, once for each time. */
    async takenBack(matter: string, hours: number): Promise<string[]> {
      const rows = await db
        .selectFrom('turned_down')
        .select('turned_down_by')
        .where('matter', '=', matter)
        .whereRef('asked_by', '=', 'turned_down_by')
        .where(sql<boolean>`at > clock_timestamp() - make_interval(hours => ${hours})`)
        .execute();
      return rows.map(({ turned_down_by: by }) => by);
    },

    async add(row: TurnedDownTable['turned_down']): Promise<void> {
      await db.insertInto('turned_down').values(row).execute();
    },
  };
}
