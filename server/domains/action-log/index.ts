/** What people did with their accounts, kept for them and for auditors: type, action, result, time. Never changed. */
export { createActionLog, type ActionLog, type PersonAction } from './action-log.repository.ts';
