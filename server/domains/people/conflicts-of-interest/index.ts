/** Conflicts of interest: staff decide nothing about people, lots and money they have a part in themselves. */
export { conflictsOfInterestModule, samePersonModule } from './module.ts';
export { participantsModule } from './participants.module.ts';
export type { Conflicts } from './conflicts-of-interest.service.ts';
export { hasReadAsStaff } from './read-as-staff.repository.ts';
export { interestInLot, type Interest } from './interest-in-lot.repository.ts';
export { isSamePerson, isSameTrader } from './same-person.repository.ts';
