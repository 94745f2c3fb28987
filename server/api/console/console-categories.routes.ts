import { createTurningDown, type IsSamePerson } from '#server/domains/people/accounts/index.ts';
import {
  askedFields,
  type AnswersOfLots,
  type CategoryEditor,
  type LotsShownBy,
  type ReferenceService,
} from '#server/domains/content/reference/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  arrangeCategories,
  consoleCategories,
  consoleCategory,
  createCategory,
  editCategory,
  hideCategory,
  saveCategoryFields,
} from '#shared/api/console/console-categories.ts';
import { categoryIconUrl } from '#shared/api/site/category-icon.ts';

export interface ConsoleCategoryDeps {
  categoryEditor: CategoryEditor;
  reference: Pick<ReferenceService, 'categories'>;
  /** Number of current lots by category id. */
  countLotsByCategory: () => Promise<ReadonlyMap<number, number>>;
  answersOfLots: AnswersOfLots;
  lotsShownBy: LotsShownBy;
  isSamePerson: IsSamePerson;
}

/** Categories and what they ask, as staff read and change them. */
export function registerConsoleCategoryRoutes(
  app: HttpApp,
  { categoryEditor: editor, reference, countLotsByCategory, answersOfLots, ...deps }: ConsoleCategoryDeps,
): void {
  const { lotsShownBy, isSamePerson } = deps;
  const turning = createTurningDown(isSamePerson);
  /** Lots of a category; of a group those of its categories, too. */
  const lotsOf = (
    { id }: { id: number },
    rows: readonly { id: number; parentId: number | null }[],
    lots: ReadonlyMap<number, number>,
  ): number =>
    rows
      .filter((row) => row.id === id || row.parentId === id)
      .reduce((sum, row) => sum + (lots.get(row.id) ?? 0), 0);

  const counted = async <One extends { id: number }>(category: One) => {
    const [rows, lots] = await Promise.all([reference.categories(), countLotsByCategory()]);
    return { ...category, lotCount: lotsOf(category, rows, lots) };
  };

  registerContract(app, consoleCategories, async () => {
    const [rows, lots] = await Promise.all([reference.categories(), countLotsByCategory()]);
    type Row = (typeof rows)[number];
    const brief = (row: Row, group: Row) => ({
      id: row.id,
      name: row.name,
      icon: row.icon,
      hidden: row.hidden,
      iconUrl: categoryIconUrl(row.parentId === null ? 'group' : 'category', row.id),
      lotCount: lotsOf(row, rows, lots),
      fieldCount: askedFields(row, group).length,
    });
    const groups = rows
      .filter(({ parentId }) => parentId === null)
      .map((group) => ({
        ...brief(group, group),
        categories: rows.filter(({ parentId }) => parentId === group.id).map((row) => brief(row, group)),
      }));
    return { groups, icons: editor.icons() };
  });
  registerContract(app, consoleCategory, async (call) => counted(await editor.one(call.params.id)));
  registerContract(app, createCategory, async (call) => {
    const { requestId, parentId, ...parts } = call.body;
    return counted(await editor.create(requestId, parentId, parts, call.signedIn()));
  });
  registerContract(app, editCategory, async (call) => {
    const { version, ...parts } = call.body;
    return counted(await editor.edit({ id: call.params.id, version }, parts, call.signedIn(), lotsShownBy));
  });
  registerContract(app, hideCategory, async (call) => {
    const { version, hidden } = call.body;
    const { id } = call.params;
    const by = call.signedIn();
    return counted(
      await editor.hide({ id, version }, hidden, by, (tx) =>
        turning.turnDown(tx, `category:${id}`, { by: by.personId }),
      ),
    );
  });
  registerContract(app, saveCategoryFields, async (call) => {
    const { version, ...to } = call.body;
    return counted(
      await editor.saveFields({ id: call.params.id, version }, to, call.signedIn(), answersOfLots),
    );
  });
  registerContract(app, arrangeCategories, (call) =>
    editor.arrange(call.body.parentId, call.body, call.signedIn()),
  );
}
