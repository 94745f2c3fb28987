/** Lots that were not sold, put on trade again. */
export { relistingsModule } from './module.ts';
export { REPEAT_EVENTS } from './relistings.events.ts';
export { createRelistingsRepository, type NewRepeat } from './relistings.repository.ts';
export type { Repeat } from './relisting-tables.ts';
export {
  chosenCut,
  isCutAllowed,
  planRelisting,
  repeatedFields,
  type RelistingBasis,
} from './relisting-terms.ts';
export type { Relistings } from './relistings.service.ts';
export type { DecideRelistings } from './decide-relistings.ts';
