import type { Variables } from './variables.ts';

/** The bot that writes to people in Telegram; null: there is none. */
export type TelegramSettings =
  | { provider: 'bot'; url: string; token: string; name: string }
  | { provider: 'twin' }
  | null;

/** @param problems gets a line for a bot of which a part is missing */
export function telegramSettingsOf(
  v: Variables,
  sandboxesAllowed: boolean,
  problems: string[],
): TelegramSettings {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_BOT_NAME: name, TELEGRAM_API_URL: url } = v;
  if (token === undefined && name === undefined) return sandboxesAllowed ? { provider: 'twin' } : null;
  if (token === undefined) problems.push('TELEGRAM_BOT_TOKEN is missing for TELEGRAM_BOT_NAME');
  if (name === undefined) problems.push('TELEGRAM_BOT_NAME is missing for TELEGRAM_BOT_TOKEN');
  return { provider: 'bot', url, token: token ?? '', name: name ?? '' };
}
