/** What people are told: an inbox, and e-mail and SMS beside it as they choose. */
export { createNotifications, type Notifications } from './notifications.ts';
export { NOTIFICATION_EVENTS } from './notifications.events.ts';
