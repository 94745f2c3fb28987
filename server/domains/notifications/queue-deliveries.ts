import type { AnyDb } from '#server/platform/database/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { TOPIC_OF, type Told } from '#shared/notifications/templates.ts';
import type { ChoicesRepository } from './choices.repository.ts';
import type { DeliveriesRepository } from './deliveries.repository.ts';
import type { InboxRepository } from './inbox.repository.ts';
import type { Renderer } from './render.ts';

/** Where a person can be reached; null: nowhere that is known to be theirs. */
export interface Reachable {
  language: Language;
  email: string | null;
  phone: string | null;
}

export interface QueueDeliveriesDeps {
  inbox: Pick<InboxRepository, 'message'>;
  choices: Pick<ChoicesRepository, 'of'>;
  deliveries: Pick<DeliveriesRepository, 'queue'>;
  renderer: Renderer;
  person(id: string): Promise<Reachable | null>;
  publicUrl(): string;
}

/** A message that lies in an inbox is queued for the ways its reader chose, in the reader's language as it is now. */
export async function queueDeliveries(
  deps: QueueDeliveriesDeps,
  tx: AnyDb,
  messageId: number,
): Promise<void> {
  const message = await deps.inbox.message(messageId);
  const person = message && (await deps.person(message.personId));
  if (!message || !person) return;
  const told = { template: message.template, params: message.params } as Told;
  const wanted = (await deps.choices.of(message.personId)).filter(
    (choice) => choice.topic === TOPIC_OF[told.template] && choice.wanted,
  );
  for (const { channel } of wanted) {
    if (channel === 'email' && person.email !== null) {
      const { subject, body } = deps.renderer.letter(person.language, told, deps.publicUrl());
      await deps.deliveries.queue(tx, { messageId, channel, recipient: person.email, subject, body });
    }
    if (channel === 'sms' && person.phone !== null) {
      const body = deps.renderer.sms(person.language, told);
      await deps.deliveries.queue(tx, { messageId, channel, recipient: person.phone, subject: '', body });
    }
  }
}
