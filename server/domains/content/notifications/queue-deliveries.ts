import type { AnyDb } from '#server/platform/database/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import {
  REPEATING_OWN_ACTION,
  TO_EVERY_CHANNEL,
  type NotificationContent,
} from '#shared/notifications/templates.ts';
import { quietUntilMs } from '#shared/notifications/quiet-hours.ts';
import { TOPIC_OF } from '#shared/notifications/topics.ts';
import type { ChoicesRepository } from './channel-choices.repository.ts';
import type { DeliveriesRepository } from './deliveries.repository.ts';
import type { InboxRepository } from './inbox.repository.ts';
import type { FormerAddresses } from './notifications.events.ts';
import type { ReadOwnTexts } from './own-texts/read-own-texts.ts';
import type { QuietHoursRepository } from './quiet-hours.repository.ts';
import type { PushAlerts } from './push/push-alerts.ts';
import { ALERT_TERMS } from './push/alert-terms.ts';
import type { Renderer } from './render-message.ts';

/** Confirmed addresses of a person; null: none. */
export interface ContactAddresses {
  language: Language;
  email: string | null;
  phone: string | null;
}

export interface QueueDeliveriesDeps {
  inbox: Pick<InboxRepository, 'message'>;
  choices: Pick<ChoicesRepository, 'of'>;
  quietHours: Pick<QuietHoursRepository, 'of'>;
  deliveries: Pick<DeliveriesRepository, 'queue'>;
  renderer: Renderer;
  ownTexts: ReadOwnTexts;
  push: Pick<PushAlerts, 'queue'>;
  person(id: string): Promise<ContactAddresses | null>;
  publicUrl(): string;
}

/**
 * Queues a message of an inbox for the channels its reader chose, in the reader's current language. In quiet hours SMS and alerts
 * wait for their end, those about the safety of the account excepted; an alert that is of no use any more by then is not sent.
 * @param formerly where an address was moved, the one before gets it in place of the new one, whatever was chosen
 */
export async function queueDeliveries(
  deps: QueueDeliveriesDeps,
  tx: AnyDb,
  messageId: number,
  formerly: FormerAddresses = {},
): Promise<void> {
  const message = await deps.inbox.message(messageId);
  const person = message && (await deps.person(message.personId));
  if (!message || !person) return;
  const content = { template: message.template, params: message.params } as NotificationContent;
  const email = formerly.email ?? person.email;
  const phone = formerly.phone ?? person.phone;
  const moved = (formerly.email ?? formerly.phone ?? null) !== null;
  const everywhere = moved || TO_EVERY_CHANNEL.has(content.template);
  const wanted = (await deps.choices.of(message.personId)).filter(
    ({ topic, wanted: chosen }) => topic === TOPIC_OF[content.template] && (chosen || everywhere),
  );
  if (wanted.length === 0) return;
  const [own = null] = await deps.ownTexts([message]);
  const quiet = everywhere ? null : await deps.quietHours.of(message.personId);
  const quietUntil = quiet && quietUntilMs(quiet, Date.now());
  const notBefore = quietUntil === null ? null : new Date(quietUntil);
  for (const { channel } of wanted) {
    if (channel === 'email' && email !== null) {
      const { subject, body } = deps.renderer.letter(person.language, content, {
        own,
        publicUrl: deps.publicUrl(),
      });
      await deps.deliveries.queue(tx, { messageId, channel, recipient: email, subject, body });
    }
    if (channel === 'sms' && phone !== null) {
      const body = deps.renderer.sms(deps.renderer.message(person.language, content, own));
      await deps.deliveries.queue(tx, { messageId, channel, recipient: phone, subject: '', body, notBefore });
    }
    // The page on which the person did it has said so already.
    if ((channel === 'push' || channel === 'telegram') && !REPEATING_OWN_ACTION.has(content.template)) {
      const { title, text, path } = deps.renderer.message(person.language, content, own);
      const topic = TOPIC_OF[content.template];
      const expiresAt = new Date(Date.now() + ALERT_TERMS[topic].ttlS * 1_000);
      await deps.push.queue(tx, channel, {
        personId: message.personId,
        key: `message:${messageId}`,
        topic,
        title,
        body: text,
        path,
        notBefore,
        expiresAt,
      });
    }
  }
}
