import type { TelegramGateway } from '#server/integrations/telegram/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { AlertTarget } from '../push/deliver-alerts.ts';
import { createPushDeliveriesRepository, type DueTelegram } from '../push/push-deliveries.repository.ts';
import { createTelegramLinksRepository } from './telegram-links.repository.ts';

interface TelegramTargetOptions {
  /** Without a slash at the end. */
  publicUrl(): string;
  /** What the button says that opens the page. */
  open(language: Language): string;
}

/** Chats of people with the bot. */
export function telegramTarget(
  db: AnyDb,
  gateway: Pick<TelegramGateway, 'send'>,
  { publicUrl, open }: TelegramTargetOptions,
): AlertTarget<DueTelegram> {
  const deliveries = createPushDeliveriesRepository(db);
  const links = createTelegramLinksRepository(db);
  return {
    anyDue: (kind) => deliveries.anyDue(kind, 'telegram'),
    claim: (kind, limit) => deliveries.claimForTelegram(kind, limit),
    send: ({ id, chatId, title, body, path, language }) =>
      gateway.send(chatId, {
        id: `alert-${id}`,
        text: `${title}\n\n${body}`,
        button: { label: open(language), url: `${publicUrl()}${path ?? '/profile/messages'}` },
      }),
    forget: ({ linkId }) => links.drop(linkId),
  };
}
