import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { tiesOf } from './account-ties.repository.ts';
import { conflictsExport } from './conflicts-of-interest-export.ts';
import { createConflicts, isConcerned, takesPart } from './conflicts-of-interest.service.ts';
import { accountsOf, accountsOfEach, isSamePerson, isSameTrader } from './same-person.repository.ts';
import { runningRoomsOf } from './running-rooms.repository.ts';
import { CONFLICTS_PERSONAL_DATA } from './personal-data.ts';

/** Who is the same person, and who takes part in something: asked by domains below, in their own transactions. */
export const samePersonModule = defineModule({
  name: 'same-person',
  create: () => ({
    isSamePerson,
    isSameTrader,
    isConcerned,
    accountsOf,
    accountsOfEach,
    takesPart,
    tiesOf,
    runningRoomsOf,
  }),
});

interface ConflictsNeeds extends Pick<Base, 'database'> {
  namesOf: Parameters<typeof createConflicts>[1];
}

export const conflictsOfInterestModule = defineModule({
  name: 'conflicts-of-interest',
  personalData: CONFLICTS_PERSONAL_DATA,
  create: ({ database, namesOf }: ConflictsNeeds) => ({ conflicts: createConflicts(database.db, namesOf) }),
  exports: ({ conflicts }) => ({ 'console-conflicts': conflictsExport(conflicts) }),
});
