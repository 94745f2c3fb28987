import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { createCategoryEditor } from './categories/category-editor.ts';
import { createListEditor } from './lists/list-editor.ts';
import { helpFigures, type OfficeHours } from './pages/help-figures.ts';
import { createReferenceRepository } from './reference.repository.ts';
import { createReferenceService } from './reference.service.ts';

interface ReferenceNeeds extends Pick<Base, 'database' | 'texts'> {
  siteFacts: { hours: OfficeHours };
  actions: {
    record(
      action: { personId: string; type: string; action: string; result: 'done' },
      tx: AnyDb,
    ): Promise<void>;
  };
}

export const referenceModule = defineModule({
  name: 'reference',
  create({ database, texts, siteFacts: { hours }, actions }: ReferenceNeeds) {
    const reference = createReferenceService(createReferenceRepository(database.db));
    return {
      reference,
      listEditor: createListEditor({
        db: database.db,
        actions,
        forget: () => reference.forgetLists(),
      }),
      categoryEditor: createCategoryEditor({
        db: database.db,
        actions,
        forget: () => reference.forgetCategories(),
      }),
      /** What each subject of messages is called, those that are not on offer any more among them. */
      contactSubjectNames: async (): Promise<ReadonlyMap<string, LocalizedText>> =>
        new Map((await reference.listEntries('contact-subjects')).map(({ code, name }) => [code, name])),
      /** Those that are offered. */
      contactSubjects: async () =>
        (await reference.listEntries('contact-subjects')).flatMap(({ code, hidden }) =>
          hidden ? [] : [code],
        ),
      /** Every figure the help pages and the offer may name. */
      legalFigures: (language: Language) => helpFigures({ reference, texts, hours }, language, new Date()),
    };
  },
});
