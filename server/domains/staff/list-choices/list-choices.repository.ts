import type { ColumnType } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { ListChoices, ListView, StaffList } from '#shared/api/console/list-choices.ts';

interface ListChoiceTables {
  staff_list_choice: {
    person_id: string;
    list: StaffList;
    hidden: string[];
    views: ColumnType<ListView[], string, string>;
  };
}

/** Choices of one person for one list. */
export function createListChoicesRepository(db: Db<ListChoiceTables>) {
  const rowOf = (personId: string, list: StaffList) =>
    db
      .selectFrom('staff_list_choice')
      .select(['hidden', 'views'])
      .where('person_id', '=', personId)
      .where('list', '=', list);
  return {
    find: (personId: string, list: StaffList): Promise<ListChoices | undefined> =>
      rowOf(personId, list).executeTakeFirst(),

    /** In a transaction: the row, which no other change touches until its end. */
    async take(personId: string, list: StaffList): Promise<ListChoices> {
      await db
        .insertInto('staff_list_choice')
        .values({ person_id: personId, list, hidden: [], views: '[]' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return rowOf(personId, list).forUpdate().executeTakeFirstOrThrow();
    },

    async store(personId: string, list: StaffList, { hidden, views }: ListChoices): Promise<void> {
      await db
        .updateTable('staff_list_choice')
        .set({ hidden, views: JSON.stringify(views) })
        .where('person_id', '=', personId)
        .where('list', '=', list)
        .execute();
    },
  };
}
