/** Messages of the site's bot in Telegram behind one port. */
import type { Config } from '#server/platform/config/index.ts';
import type { SandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import { createTelegramBot } from './bot-api.ts';
import type { TelegramGateway } from './port.ts';
import { createTelegramTwin } from './telegram-sandbox.ts';

export { TelegramNotTaken, type TelegramGateway } from './port.ts';
export { TELEGRAM_SANDBOX_PATH } from './telegram-sandbox.ts';

/** Path to which Telegram sends what people write to the bot. */
export const TELEGRAM_UPDATES_PATH = '/telegram/updates';

/** The configured bot; null when there is none, and the channel is not shown. */
export function openTelegram(
  config: Pick<Config, 'telegram' | 'publicUrl'>,
  outbox: SandboxOutbox,
): TelegramGateway | null {
  switch (config.telegram?.provider) {
    case 'bot':
      return createTelegramBot(config.telegram);
    case 'twin':
      // Its port may be known after the start alone.
      return createTelegramTwin(outbox, () => config.publicUrl);
    case undefined:
      return null;
  }
}
