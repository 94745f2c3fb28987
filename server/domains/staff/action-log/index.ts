/** Append-only log of what people did with their accounts, for them and for auditors, in a chain of hashes. */
export { actionLogModule, actionSearchModule } from './module.ts';
export type { ActionBlocksRepository } from './action-blocks.repository.ts';
export { createActionLog, type ActionLog } from './action-log.repository.ts';
export { recordReadLots } from './record-read-lots.ts';
export type { ActionSearch } from './action-search.repository.ts';
export type { ReadActions } from './read-actions.ts';
