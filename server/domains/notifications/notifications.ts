import type { Mail } from '#server/integrations/email/index.ts';
import type { SmsGateway } from '#server/integrations/sms/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import { DELIVERY_CHANNELS } from '#shared/notifications/channels.ts';
import type { Told } from '#shared/notifications/templates.ts';
import { createChoicesRepository } from './choices.repository.ts';
import { deliverDue, type DeliverDeps } from './deliver.ts';
import { createDeliveriesRepository } from './deliveries.repository.ts';
import { createInboxRepository } from './inbox.repository.ts';
import { createInboxService } from './inbox.service.ts';
import { queueDeliveries, type Reachable } from './queue-deliveries.ts';
import { createRenderer } from './render.ts';

export interface Notifications {
  /**
   * Puts a message into a person's inbox, in the caller's transaction: told if and only if what it tells is true. What
   * the person chose goes by e-mail and SMS afterwards, by itself.
   * @param told.key names the event within the person's inbox (`deposit-held:lot:17`): told again, nothing happens
   */
  tell(tx: AnyDb, told: Told & { personId: string; key: string }): Promise<void>;
}

/** For those who only tell. */
export function createNotifications(db: AnyDb): Notifications {
  const inbox = createInboxRepository(db);
  return { tell: (tx, told) => inbox.write(tx, told) };
}

export interface PostOfficeDeps {
  db: AnyDb;
  texts: Pick<Texts, 'text'>;
  publicUrl(): string;
  /** Only addresses that are confirmed as the person's. */
  person(id: string): Promise<Reachable | null>;
  /** The person's screens show the inbox anew. */
  changed(personId: string): Promise<void>;
}

export type PostOffice = ReturnType<typeof createPostOffice>;

/** Everything that happens to a message after it was told. */
export function createPostOffice({ db, texts, publicUrl, person, changed }: PostOfficeDeps) {
  const inbox = createInboxRepository(db);
  const choices = createChoicesRepository(db);
  const deliveries = createDeliveriesRepository(db);
  const renderer = createRenderer(texts);
  return {
    inbox: createInboxService({ inbox, choices, renderer, person, changed }),
    deliveries,
    /** Reaction to `NOTIFICATION_EVENTS.messageWritten`. */
    queue: (tx: AnyDb, messageId: number) =>
      queueDeliveries({ inbox, choices, deliveries, renderer, person, publicUrl }, tx, messageId),
    /** One round over what is due, each channel by itself: a gateway that is away holds up nobody else. */
    async deliver(
      gateways: { sms: SmsGateway | null; mail: Mail | null },
      onResult: DeliverDeps['onResult'],
    ) {
      const sent = await Promise.all(
        DELIVERY_CHANNELS.map((channel) => deliverDue({ deliveries, ...gateways, onResult }, channel)),
      );
      return sent.reduce((sum, one) => sum + one, 0);
    },
  };
}
