import type { AnyDb } from '#server/platform/database/index.ts';
import type { AlertChannel } from '#shared/notifications/channels.ts';
import { createTelegramLinksRepository } from '../telegram/telegram-links.repository.ts';
import { createPushDeliveriesRepository, type PushAlert } from './push-deliveries.repository.ts';
import { createPushSubscriptionsRepository } from './push-subscriptions.repository.ts';

/** What is to be shown on the devices of people: in their browsers, and in their chats with the bot. */
export interface PushAlerts {
  /** In the caller's transaction. */
  queue(tx: AnyDb, channel: AlertChannel, alert: PushAlert): Promise<void>;
  /** Which of these people have a browser that shows alerts, or a chat. */
  reach(personIds: readonly string[]): Promise<Set<string>>;
  /** Has anybody one? */
  reachesAny(): Promise<boolean>;
}

export function createPushAlerts(db: AnyDb): PushAlerts {
  const subscriptions = createPushSubscriptionsRepository(db);
  const links = createTelegramLinksRepository(db);
  return {
    queue: (tx, channel, alert) => createPushDeliveriesRepository(tx).queue(channel, alert),
    async reach(personIds) {
      const [browsers, chats] = await Promise.all([subscriptions.among(personIds), links.among(personIds)]);
      return new Set([...browsers, ...chats]);
    },
    reachesAny: async () => (await subscriptions.any()) || links.any(),
  };
}
