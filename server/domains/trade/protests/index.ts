/** Protests of participants against the results of their auctions. */
export { protestsModule } from './module.ts';
export { judgeProtest } from './may-protest.ts';
export { PROTEST_EVENTS } from './protests.events.ts';
export type { Protests } from './protests.service.ts';
export { createProtestsRepository, type ProtestsRepository } from './protests.repository.ts';
export type { ProtestRow } from './protest-tables.ts';
export { canAnswer, canWithdraw, personsNeeded, rejectionEnds } from './protest-views.ts';
