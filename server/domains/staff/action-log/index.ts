/** Append-only log of what people did with their accounts, for them and for auditors: type, action, result, time. */
export { actionLogModule } from './module.ts';
export { actionsExport } from './actions-export.ts';
export { createActionLog, type ActionLog } from './action-log.repository.ts';
