import { z } from 'zod';
import { contract } from '../contract.ts';

const mine = { tag: 'user', access: 'signed-in' } as const;
const PATH = '/api/shop/user/telegram';

const state = z.object({
  /** This installation has a bot. */
  offered: z.boolean(),
  /** null: no chat of mine is connected. */
  linkedAtMs: z.number().nullable(),
});
export type TelegramState = z.infer<typeof state>;

export const telegramState = contract({
  ...mine,
  name: 'telegram.state',
  refusals: {},
  method: 'get',
  path: PATH,
  summary: 'Whether messages reach me in Telegram',
  rateLimit: { perMinute: 120 },
  answer: state,
});

/**
 * The address opens the bot, and a start there connects that chat: once, within ten minutes, and in place of an address asked for
 * before. 403 `sign-in-again` when the sign-in is older than 5 minutes, 422 `telegram.off` where there is no bot, `telegram.linked` while a chat is connected.
 */
export const linkTelegram = contract({
  ...mine,
  name: 'telegram.link',
  refusals: { 403: ['sign-in-again'], 422: ['telegram.linked', 'telegram.off'] },
  method: 'post',
  path: PATH,
  summary: 'Connect a chat in Telegram',
  rateLimit: { perMinute: 10 },
  answer: z.object({ url: z.string(), expiresAtMs: z.number() }),
});

/** Again changes nothing. */
export const unlinkTelegram = contract({
  ...mine,
  name: 'telegram.unlink',
  refusals: {},
  method: 'delete',
  path: PATH,
  summary: 'Send me nothing in Telegram any more',
  rateLimit: { perMinute: 20 },
  answer: state,
});

export const telegramContracts = [telegramState, linkTelegram, unlinkTelegram];
