import type { Mail } from '#server/integrations/email/index.ts';
import type { SmsGateway } from '#server/integrations/sms/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import { ADDRESS_CHANNELS } from '#shared/notifications/channels.ts';
import type { NotificationContent, TemplateName } from '#shared/notifications/templates.ts';
import { createChoicesRepository } from './channel-choices.repository.ts';
import { deliverDue, type DeliverDeps } from './deliver-due.ts';
import { createDeliveriesRepository } from './deliveries.repository.ts';
import { createInboxRepository } from './inbox.repository.ts';
import { createInboxService } from './inbox.service.ts';
import type { FormerAddresses } from './notifications.events.ts';
import { createQuietHoursRepository } from './quiet-hours.repository.ts';
import type { PushAlerts } from './push/push-alerts.ts';
import { queueDeliveries, type ContactAddresses } from './queue-deliveries.ts';
import { createOwnTextsRepository } from './own-texts/own-texts.repository.ts';
import { createReadOwnTexts } from './own-texts/read-own-texts.ts';
import { createRenderer } from './render-message.ts';
import { createReadSent } from './sent-messages.ts';

export interface Notifications {
  /**
   * Writes a message to a person's inbox in the caller's transaction, so that it is sent if and only if that commits.
   * E-mail, SMS, and alerts in browsers and in Telegram follow asynchronously for the channels the person chose.
   * @param message.key idempotency key within the person's inbox (`deposit-held:lot:17`)
   * @param message.formerly addresses that were the person's until now: they get it in place of the new ones, and every
   * other channel too
   */
  notify(
    tx: AnyDb,
    message: NotificationContent & { personId: string; key: string; formerly?: FormerAddresses },
  ): Promise<void>;
}

/** For code that only sends notifications. */
export function createNotifications(db: AnyDb): Notifications {
  const inbox = createInboxRepository(db);
  return { notify: async (tx, message) => void (await inbox.write(tx, message)) };
}

export interface NotificationDeliveryDeps {
  db: AnyDb;
  texts: Pick<Texts, 'text'>;
  publicUrl(): string;
  push: Pick<PushAlerts, 'queue'>;
  /** Confirmed addresses only. */
  person(id: string): Promise<ContactAddresses | null>;
  /** Makes the person's open pages reload the inbox. */
  changed(personId: string): Promise<void>;
  /** Words of staff could not be read or filled, and the shipped ones are sent. */
  onBrokenText(error: unknown, template: TemplateName | null): void;
}

export type NotificationDelivery = ReturnType<typeof createNotificationDelivery>;

/** Everything that happens to a message after it was written. */
export function createNotificationDelivery({
  db,
  texts,
  publicUrl,
  push,
  person,
  changed,
  onBrokenText,
}: NotificationDeliveryDeps) {
  const inbox = createInboxRepository(db);
  const choices = createChoicesRepository(db);
  const quietHours = createQuietHoursRepository(db);
  const deliveries = createDeliveriesRepository(db);
  const renderer = createRenderer(texts, onBrokenText);
  const ownTexts = createReadOwnTexts({ ownTexts: createOwnTextsRepository(db), onBroken: onBrokenText });
  return {
    inbox: createInboxService({ inbox, choices, renderer, ownTexts, person, changed }),
    readSent: createReadSent({ db, renderer, ownTexts }),
    quietHours,
    deliveries,
    /** Reaction to `NOTIFICATION_EVENTS.messageWritten`. */
    queue: (tx: AnyDb, messageId: number, formerly?: FormerAddresses) =>
      queueDeliveries(
        { inbox, choices, quietHours, deliveries, renderer, ownTexts, push, person, publicUrl },
        tx,
        messageId,
        formerly,
      ),
    /**
     * The last message to somebody whose addresses go in the same transaction: queued at once for every confirmed one, its
     * deliveries are all that has them.
     */
    async sendLast(
      tx: AnyDb,
      { personId, language, phone, email }: ContactAddresses & { personId: string },
      message: NotificationContent & { key: string },
    ): Promise<void> {
      const messageId = await inbox.write(tx, { ...message, personId });
      if (messageId === null) return;
      const [own = null] = await ownTexts([{ template: message.template, writtenAt: new Date() }]);
      if (email !== null) {
        const { subject, body } = renderer.letter(language, message, { own, publicUrl: publicUrl() });
        await deliveries.queue(tx, { messageId, channel: 'email', recipient: email, subject, body });
      }
      if (phone !== null) {
        const body = renderer.sms(renderer.message(language, message, own));
        await deliveries.queue(tx, { messageId, channel: 'sms', recipient: phone, subject: '', body });
      }
    },
    isWaiting: (tx: AnyDb, personId: string) => deliveries.isWaiting(tx, personId),
    /** One round over due deliveries, each channel on its own: an unavailable gateway does not delay the others. */
    async deliver(
      gateways: { sms: SmsGateway | null; mail: Mail | null },
      onResult: DeliverDeps['onResult'],
    ) {
      const sent = await Promise.all(
        ADDRESS_CHANNELS.map((channel) => deliverDue({ deliveries, ...gateways, onResult }, channel)),
      );
      return sent.reduce((sum, one) => sum + one, 0);
    },
  };
}
