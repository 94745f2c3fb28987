import type { Generated, JSONColumnType } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';

export interface DictionaryChangeTable {
  id: Generated<number>;
  kind: string;
  key: string;
  version: number;
  action: string;
  person_id: string;
  person_name: string;
  at: Generated<Date>;
  content: JSONColumnType<object>;
}

export interface StaffMember {
  personId: string;
  name: string;
}

export interface DictionaryChange<Action extends string = string> {
  version: number;
  action: Action;
  by: string;
  atMs: number;
}

/** Who changed what in the dictionaries; only grows. */
export function createDictionaryChanges(db: Db<{ dictionary_change: DictionaryChangeTable }>) {
  return {
    async record(
      of: { kind: string; key: string | number; version: number },
      change: { action: string; by: StaffMember; content: object },
    ): Promise<void> {
      await db
        .insertInto('dictionary_change')
        .values({
          kind: of.kind,
          key: String(of.key),
          version: of.version,
          action: change.action,
          person_id: change.by.personId,
          person_name: change.by.name,
          content: JSON.stringify(change.content),
        })
        .execute();
    },

    /** The newest first. */
    async of<Action extends string>(kind: string, key: string | number): Promise<DictionaryChange<Action>[]> {
      const rows = await db
        .selectFrom('dictionary_change')
        .select(['version', 'action', 'person_name as by', 'at'])
        .where('kind', '=', kind)
        .where('key', '=', String(key))
        .orderBy('version', 'desc')
        .limit(200)
        .execute();
      return rows.map(({ at, action, ...rest }) => ({
        ...rest,
        action: action as Action,
        atMs: at.getTime(),
      }));
    },
  };
}
