import type { SandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import type { TelegramGateway } from './port.ts';

/** Path of the page in place of a chat with the bot. */
export const TELEGRAM_SANDBOX_PATH = '/dev/telegram';

/**
 * Local twin of the bot: messages go to the development outbox, and a page of our own takes the place of the chat.
 * @param publicUrl without a slash at the end
 */
export const createTelegramTwin = (
  outbox: Pick<SandboxOutbox, 'keep'>,
  publicUrl: () => string,
): TelegramGateway => ({
  name: 'twin',
  updatesSecret: null,
  linkWith: (token) => `${publicUrl()}${TELEGRAM_SANDBOX_PATH}?start=${token}`,
  send: (chatId, { id, text, button }) =>
    outbox.keep({
      channel: 'telegram',
      messageId: id,
      recipient: String(chatId),
      subject: null,
      body: `${text}\n\n${button.label}: ${button.url}`,
    }),
  sendUpdatesTo: () => Promise.resolve(),
});
