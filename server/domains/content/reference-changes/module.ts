import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type {
  CategoryEditor,
  LotsShownBy,
  ReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createReferenceChanges, type ReferenceChangesDeps } from './reference-changes.ts';
import { renameEntry } from './rename-entry.ts';

interface ReferenceChangesNeeds extends Pick<Base, 'database'> {
  actions: Pick<ActionLog, 'record'>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  reference: ReferenceService;
  categoryEditor: CategoryEditor;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Of the lots, which are on the same floor. */
  lotsRepository: { get: ReferenceChangesDeps['lotOf'] };
  lotsShownBy: LotsShownBy;
}

export const referenceChangesModule = defineModule({
  name: 'reference-changes',
  create: ({
    database: { db },
    actions,
    isSamePerson,
    reference,
    lotsRepository,
    lotsShownBy,
  }: ReferenceChangesNeeds) => ({
    referenceChanges: createReferenceChanges({
      db,
      actions,
      isSamePerson,
      reference,
      lotOf: (lotId) => lotsRepository.get(lotId),
      lotsShownBy,
    }),
  }),
  decisions: ({ referenceChanges: { places }, categoryEditor: categories, lotsShownBy, namesOf }) => [
    renameEntry({ places, categories, lotsShownBy, namesOf }),
  ],
});
