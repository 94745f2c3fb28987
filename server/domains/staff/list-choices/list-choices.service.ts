import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { ruleForbids } from '#server/platform/errors/index.ts';
import {
  VIEWS_MAX,
  type ListChoices,
  type ListView,
  type StaffList,
} from '#shared/api/console/list-choices.ts';
import { createListChoicesRepository } from './list-choices.repository.ts';

export type StoredListChoices = ReturnType<typeof createListChoices>;

const NONE: ListChoices = { hidden: [], views: [] };

/** Which columns of a list of the console a person sees, and the filters that they have saved under names. */
export function createListChoices(db: AnyDb) {
  const change = (
    personId: string,
    list: StaffList,
    next: (before: ListChoices) => Partial<ListChoices>,
  ): Promise<ListChoices> =>
    inTransaction(db, async (tx) => {
      const choices = createListChoicesRepository(tx);
      const before = await choices.take(personId, list);
      const after = { ...before, ...next(before) };
      await choices.store(personId, list, after);
      return after;
    });
  return {
    of: async (personId: string, list: StaffList): Promise<ListChoices> =>
      (await createListChoicesRepository(db).find(personId, list)) ?? NONE,

    hideColumns: (personId: string, list: StaffList, hidden: readonly string[]) =>
      change(personId, list, () => ({ hidden: [...new Set(hidden)] })),

    /** 422 `staff.too-many-views`. */
    saveView: (personId: string, list: StaffList, view: ListView) =>
      change(personId, list, ({ views }) => {
        const others = views.filter(({ name }) => name !== view.name);
        if (others.length >= VIEWS_MAX)
          throw ruleForbids('staff.too-many-views', { values: { max: VIEWS_MAX } });
        return { views: [...others, view] };
      }),

    removeView: (personId: string, list: StaffList, name: string) =>
      change(personId, list, ({ views }) => ({ views: views.filter((view) => view.name !== name) })),
  };
}
