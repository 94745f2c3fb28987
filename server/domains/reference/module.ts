import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { LISTS } from './lists/dynamic-lists.ts';
import { helpFigures, type OfficeHours } from './pages/help-figures.ts';
import { createReferenceRepository } from './reference.repository.ts';
import { createReferenceService } from './reference.service.ts';

interface ReferenceNeeds extends Pick<Base, 'database' | 'texts'> {
  siteFacts: { hours: OfficeHours };
}

export const referenceModule = defineModule({
  name: 'reference',
  create({ database, texts, siteFacts: { hours } }: ReferenceNeeds) {
    const reference = createReferenceService(createReferenceRepository(database.db));
    return {
      reference,
      /** null: a subject that is not on offer any more. */
      contactSubjectName: (id: string) =>
        LISTS['contact-subjects'].find((subject) => subject.id === id)?.label ?? null,
      /** Every figure the help pages and the offer may name. */
      legalFigures: (language: Language) => helpFigures({ reference, texts, hours }, language, new Date()),
    };
  },
});
