/** Notifications of people: an inbox, plus e-mail, SMS, and alerts in browsers and in Telegram as they choose. */
export { messagingModule, notificationsModule } from './module.ts';
export { createNotifications, type Notifications, type NotificationDelivery } from './notifications.ts';
export { NOTIFICATION_EVENTS } from './notifications.events.ts';
export { createCodeSender } from './one-time-code-sender.ts';
export type { InboxService } from './inbox.service.ts';
export type { QuietHoursRepository } from './quiet-hours.repository.ts';
export type { DeliveriesRepository } from './deliveries.repository.ts';
export { deliveryNamed } from './gateway-message-id.ts';
export type { MessageTextsService } from './own-texts/message-texts.service.ts';
export { mustBeUsable } from './own-texts/judge-texts.ts';
export type { DeliverAlerts } from './push/deliver-alerts.ts';
export type { PushAlerts } from './push/push-alerts.ts';
export type { PushSubscriptions } from './push/push-subscriptions.service.ts';
export type { TelegramLinks } from './telegram/telegram-links.service.ts';
export { OUTBID_TTL_S } from './push/alert-terms.ts';
export { createChoicesRepository } from './channel-choices.repository.ts';
