/** Rehearsals: practice rooms that staff start for themselves, with participants played by the platform. */
export { rehearsalsModule } from './module.ts';
export { botIds, nameOfBot } from './bots.ts';
export { createRehearsalsRepository, type RunningRehearsal } from './rehearsals.repository.ts';
