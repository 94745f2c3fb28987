/** Conflicts of interest: staff decide nothing about people, lots and money they have a part in themselves. */
export { conflictsOfInterestModule, samePersonModule } from './module.ts';
export { participantsModule } from './participants.module.ts';
export { createConflicts, isConcerned, takesPart, type Conflicts } from './conflicts-of-interest.service.ts';
export { runningRoomsOf } from './running-rooms.repository.ts';
export { hasReadAsStaff } from './read-as-staff.repository.ts';
export { tiesOf } from './account-ties.repository.ts';
export { interestInLot, type Interest } from './interest-in-lot.repository.ts';
export { accountsOf, accountsOfEach, isSamePerson } from './same-person.repository.ts';
