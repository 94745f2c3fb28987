/** Conflicts of interest: staff decide nothing about people, lots and money they have a part in themselves. */
export { createConflicts, takesPart, type Conflicts, type StaffAction } from './conflicts.service.ts';
export { isSamePerson, sameAs, type SameAs } from './same-person.repository.ts';
export { registerConflictRoutes } from './conflicts.routes.ts';
