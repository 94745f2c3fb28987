/** What people did with their accounts, kept for them and for auditors: type, action, result, time. Never changed. */
export {
  createActionLog,
  type ActionLog,
  type ActionsWanted,
  type LoggedAction,
  type PersonAction,
} from './action-log.repository.ts';
export { registerActionLogRoutes } from './action-log.routes.ts';
