/** What people are told: an inbox, and e-mail and SMS beside it as they choose. */
export {
  createNotifications,
  createPostOffice,
  type Notifications,
  type PostOffice,
  type PostOfficeDeps,
} from './notifications.ts';
export { NOTIFICATION_EVENTS } from './notifications.events.ts';
export { createCodeSender, type CodeSenderDeps } from './code-sender.ts';
export { registerNotificationRoutes } from './notifications.routes.ts';
export { registerSmsReportRoutes } from './sms-reports.routes.ts';
export type { Reachable } from './queue-deliveries.ts';
