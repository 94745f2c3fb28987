import type { InboxService, QuietHoursRepository } from '#server/domains/content/notifications/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  changeNotificationSettings,
  messages,
  notificationSettings,
  readAllMessages,
  readMessage,
  unreadMessageCount,
} from '#shared/api/cabinet/notifications.ts';
import { changeQuietHours, quietHours } from '#shared/api/cabinet/quiet-hours.ts';

export interface NotificationRoutesDeps {
  inbox: InboxService;
  quietHours: QuietHoursRepository;
}

export function registerNotificationRoutes(
  app: HttpApp,
  { inbox, quietHours: hours }: NotificationRoutesDeps,
): void {
  registerContract(app, messages, (call) => inbox.page(call.signedIn().personId, call.language, call.query));
  registerContract(app, unreadMessageCount, (call) => inbox.unread(call.signedIn().personId));
  registerContract(app, readMessage, (call) =>
    inbox.read(call.signedIn().personId, call.language, call.params.id),
  );
  registerContract(app, readAllMessages, (call) => inbox.readAll(call.signedIn().personId, call.body.upToId));
  registerContract(app, notificationSettings, (call) => inbox.settings(call.signedIn().personId));
  registerContract(app, changeNotificationSettings, (call) =>
    inbox.choose(call.signedIn().personId, call.body.choices),
  );
  registerContract(app, quietHours, async (call) => ({ hours: await hours.of(call.signedIn().personId) }));
  registerContract(app, changeQuietHours, async (call) => {
    await hours.choose(call.signedIn().personId, call.body.hours);
    return call.body;
  });
}
