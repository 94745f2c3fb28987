/** Decisions of two persons: one member of staff proposes, a second person decides. */
export { decisionsModule } from './module.ts';
export type { DecisionOutcome, Decisions } from './decisions.service.ts';
export type { ReadDecisions } from './read-decisions.ts';
