import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createReferenceChanges } from './reference-changes.ts';

interface ReferenceChangesNeeds extends Pick<Base, 'database'> {
  actions: Pick<ActionLog, 'record'>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  reference: ReferenceService;
}

export const referenceChangesModule = defineModule({
  name: 'reference-changes',
  create: ({ database: { db }, actions, isSamePerson, reference }: ReferenceChangesNeeds) => ({
    referenceChanges: createReferenceChanges({ db, actions, isSamePerson, reference }),
  }),
});
