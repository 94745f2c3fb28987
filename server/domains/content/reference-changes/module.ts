import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createReferenceChanges, type ReferenceChangesDeps } from './reference-changes.ts';

interface ReferenceChangesNeeds extends Pick<Base, 'database'> {
  actions: Pick<ActionLog, 'record'>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  reference: ReferenceService;
  /** Of the lots, which are on the same floor. */
  lotsRepository: { get: ReferenceChangesDeps['lotOf'] };
}

export const referenceChangesModule = defineModule({
  name: 'reference-changes',
  create: ({
    database: { db },
    actions,
    isSamePerson,
    reference,
    lotsRepository,
  }: ReferenceChangesNeeds) => ({
    referenceChanges: createReferenceChanges({
      db,
      actions,
      isSamePerson,
      reference,
      lotOf: (lotId) => lotsRepository.get(lotId),
    }),
  }),
});
