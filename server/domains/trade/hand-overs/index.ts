/** Hand-overs: the property of paid sales, until its buyer has it. */
export { handOversModule } from './module.ts';
export type { HandOvers } from './hand-overs.service.ts';
export { createHandOversRepository } from './hand-overs.repository.ts';
export { createActsRepository } from './act-facts.repository.ts';
export type { HandOver, HandOverRow } from './hand-over-tables.ts';
export { HAND_OVER_EVENTS } from './hand-overs.events.ts';
