import { sql, type Generated, type JSONColumnType } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { EditedList } from '#shared/api/console/console-lists.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';

export interface ListEntry {
  /** Never changes: orders and messages are stored with it. */
  code: string;
  name: LocalizedText;
  /** Not offered any more. */
  hidden: boolean;
}

export interface ListTables {
  dictionary_list: {
    name: EditedList;
    version: Generated<number>;
    entries: JSONColumnType<ListEntry[]>;
  };
}

export interface StoredList {
  name: EditedList;
  version: number;
  entries: ListEntry[];
}

export function createListsRepository(db: Db<ListTables>) {
  return {
    all: (): Promise<StoredList[]> => db.selectFrom('dictionary_list').selectAll().execute(),

    /** Locks a list until the transaction ends. */
    lock: (name: EditedList): Promise<StoredList> =>
      db
        .selectFrom('dictionary_list')
        .selectAll()
        .where('name', '=', name)
        .forUpdate()
        .executeTakeFirstOrThrow(),

    /** The next version of a list that is locked. */
    async save(name: EditedList, entries: readonly ListEntry[]): Promise<void> {
      await db
        .updateTable('dictionary_list')
        .set({ entries: JSON.stringify(entries), version: sql<number>`version + 1` })
        .where('name', '=', name)
        .execute();
    },
  };
}
