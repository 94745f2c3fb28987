/** Lots that were not sold, put on trade again. */
export { repeatsModule } from './module.ts';
export { REPEAT_EVENTS } from './repeats.events.ts';
export { createRepeatsRepository, type NewRepeat } from './repeats.repository.ts';
export type { Repeat } from './repeat-tables.ts';
export { chosenCut, isCutAllowed, planRepeat, repeatedFields, type RepeatBasis } from './repeat-terms.ts';
export { createRepeats, type Repeats } from './repeats.service.ts';
export { createDecideRepeats, type DecideRepeats } from './decide-repeats.ts';
