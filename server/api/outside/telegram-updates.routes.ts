import express, { type RequestHandler } from 'express';
import { z } from 'zod';
import type { TelegramLinks } from '#server/domains/content/notifications/index.ts';
import { TELEGRAM_UPDATES_PATH } from '#server/integrations/telegram/index.ts';
import { sameSecret, type HttpApp } from '#server/platform/http/index.ts';
import type { Contract } from '#shared/api/contract.ts';

/** The longest message is 4,096 signs, and whom it came from is in the update too. */
const BODY_LIMIT = '64kb';

/** For the limiter: Telegram sends everything from a few addresses. */
const UPDATES: Contract = {
  refusals: {},
  name: 'telegram.updates',
  method: 'post',
  path: TELEGRAM_UPDATES_PATH,
  summary: 'What people write to the bot',
  tag: 'outside',
  access: 'public',
  rateLimit: { perMinute: 1_200 },
  answer: z.unknown(),
};

/** Of an update (core.telegram.org/bots/api#update), as far as a text is concerned. */
const update = z.object({
  message: z.object({
    chat: z.object({ id: z.int(), type: z.string() }),
    from: z.object({ language_code: z.string().optional() }).optional(),
    text: z.string(),
  }),
});

/**
 * What people write to the bot. Telegram proves itself by a secret header; the answer of the call is the bot's reply. Anything but
 * a success is sent again, so that what is no text is taken without a word.
 */
export function registerTelegramUpdateRoutes(
  app: HttpApp,
  secret: string,
  telegram: Pick<TelegramLinks, 'heard'>,
): void {
  const isTelegram: RequestHandler = (req, res, next) => {
    if (sameSecret(req.get('x-telegram-bot-api-secret-token') ?? '', secret)) next();
    else res.sendStatus(403);
  };
  app.plain.post(
    TELEGRAM_UPDATES_PATH,
    app.limit(UPDATES),
    isTelegram,
    express.json({ limit: BODY_LIMIT }),
    async (req, res) => {
      const { data } = update.safeParse(req.body);
      if (!data) return void res.sendStatus(200);
      const { chat, from, text } = data.message;
      const reply = await telegram.heard({
        chatId: chat.id,
        isPrivate: chat.type === 'private',
        languageCode: from?.language_code,
        text,
      });
      if (reply === null) return void res.sendStatus(200);
      res.json({ method: 'sendMessage', chat_id: chat.id, text: reply });
    },
  );
}
