import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createPersonTrail, type PersonTrailDeps } from './person-trail.service.ts';
import { personTrailExport } from './person-trail-export.ts';
import { createPersonTrailRepository } from './person-trail.repository.ts';

interface PersonTrailNeeds extends Pick<Base, 'database'>, Pick<PersonTrailDeps, 'actions' | 'conflicts'> {
  signedRecords: PersonTrailDeps['receipts'];
  postOffice: Pick<PersonTrailDeps, 'readSent'>;
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Everything that is known of a person, for staff. */
export const personTrailModule = defineModule({
  name: 'person-trail',
  create: ({ database, actions, conflicts, namesOf, signedRecords, postOffice }: PersonTrailNeeds) => ({
    personTrail: createPersonTrail({
      repository: createPersonTrailRepository(database.db),
      knows: async (personId) => (await namesOf([personId])).has(personId),
      actions,
      conflicts,
      receipts: signedRecords,
      readSent: postOffice.readSent,
    }),
  }),
  exports: ({ personTrail }) => ({ 'console-person-trail': personTrailExport(personTrail) }),
});
