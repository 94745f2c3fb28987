import { notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type {
  MessageView,
  NotificationChoice,
  NotificationSettings,
} from '#shared/api/cabinet/notifications.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { isLocked } from '#shared/notifications/channels.ts';
import { REPEATING_OWN_ACTION, type NotificationContent } from '#shared/notifications/templates.ts';
import type { MessageTexts } from '#shared/notifications/own-texts.ts';
import { TOPIC_OF } from '#shared/notifications/topics.ts';
import { maskEmail } from '#shared/validation/email.ts';
import { maskPhone } from '#shared/validation/phone.ts';
import type { ChoicesRepository } from './channel-choices.repository.ts';
import type { InboxMessage, InboxRepository } from './inbox.repository.ts';
import type { ContactAddresses } from './queue-deliveries.ts';
import type { ReadOwnTexts } from './own-texts/read-own-texts.ts';
import type { Renderer } from './render-message.ts';

export interface InboxServiceDeps {
  inbox: InboxRepository;
  choices: ChoicesRepository;
  renderer: Renderer;
  ownTexts: ReadOwnTexts;
  person(id: string): Promise<ContactAddresses | null>;
  /** Called to update the person's other screens. */
  changed(personId: string): Promise<void>;
}

export type InboxService = ReturnType<typeof createInboxService>;

export function createInboxService(deps: InboxServiceDeps) {
  const { inbox, choices, renderer, ownTexts } = deps;

  const shown = (message: InboxMessage, language: Language, own: MessageTexts | null): MessageView => {
    const content = { template: message.template, params: message.params } as NotificationContent;
    return {
      id: message.id,
      topic: TOPIC_OF[message.template],
      ...renderer.message(language, content, own),
      repeatsOwnAction: REPEATING_OWN_ACTION.has(message.template),
      writtenAtMs: message.writtenAt.getTime(),
      readAtMs: message.readAt?.getTime() ?? null,
    };
  };

  async function settings(personId: string): Promise<NotificationSettings> {
    const [chosen, person] = await Promise.all([choices.of(personId), deps.person(personId)]);
    return {
      choices: chosen.map((choice) => ({ ...choice, locked: isLocked(choice.topic, choice.channel) })),
      email: person?.email ? maskEmail(person.email) : null,
      phone: person?.phone ? maskPhone(person.phone) : null,
    };
  }

  return {
    /** @param page from 1 */
    async page(
      personId: string,
      language: Language,
      q: { state: 'all' | 'unread'; page: number; size: number },
    ) {
      const [messages, counts] = await Promise.all([
        inbox.page(personId, q.state, { limit: q.size, offset: (q.page - 1) * q.size }),
        inbox.counts(personId),
      ]);
      const own = await ownTexts(messages);
      return {
        items: messages.map((message, at) => shown(message, language, own[at] ?? null)),
        total: q.state === 'unread' ? counts.unread : counts.total,
        unread: counts.unread,
        page: q.page,
        size: q.size,
      };
    },

    unread: (personId: string): Promise<number> => inbox.unread(personId),

    /** 404 for a message that is not this person's. */
    async read(personId: string, language: Language, id: number): Promise<MessageView> {
      const message = await inbox.markRead(personId, id);
      if (!message) throw notFound();
      await deps.changed(personId);
      const [own = null] = await ownTexts([message]);
      return shown(message, language, own);
    },

    async readAll(personId: string, upToId: number): Promise<{ unread: number }> {
      await inbox.markAllRead(personId, upToId);
      await deps.changed(personId);
      return { unread: await inbox.unread(personId) };
    },

    settings,

    /** 422 `notification-locked` for one that cannot be switched off. */
    async choose(personId: string, chosen: readonly NotificationChoice[]): Promise<NotificationSettings> {
      const locked = chosen.some(({ topic, channel, wanted }) => isLocked(topic, channel) && !wanted);
      if (locked) throw ruleForbids('notices.locked');
      await choices.keep(personId, chosen);
      return settings(personId);
    },
  };
}
