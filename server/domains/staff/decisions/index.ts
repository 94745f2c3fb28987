/** Decisions of two persons: one member of staff proposes, a second person decides. */
export { decisionsModule } from './module.ts';
export {
  createDecisions,
  type DecisionOutcome,
  type Decisions,
  type DecisionStaff,
} from './decisions.service.ts';
export type { ReadDecisions } from './read-decisions.ts';
