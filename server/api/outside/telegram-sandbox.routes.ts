import { randomInt } from 'node:crypto';
import express, { type Response } from 'express';
import { z } from 'zod';
import type { TelegramLinks } from '#server/domains/content/notifications/index.ts';
import { TELEGRAM_SANDBOX_PATH } from '#server/integrations/telegram/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';

/** Chats of people have positive numbers. */
const CHATS = 2 ** 40;
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:0 auto;padding:1rem}
.note{border:1px solid #b45309;border-radius:.5rem;padding:.5rem .75rem;background:#f59e0b22}
form{display:grid;gap:.5rem}input,button{font:inherit;padding:.5rem}`;

/** For developers, so in English alone. */
const page = (chatId: number, text: string, reply: string | null): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Telegram, a stand-in</title><style>${STYLE}</style></head><body>
<h1>A chat with the bot</h1>
<p class="note">This is not Telegram: a local stand-in. What the bot writes later is shown in the <a href="/dev/outbox">development outbox</a>.</p>
${reply === null ? '' : `<p role="status">${escape(reply)}</p>`}
<form method="post" action="${TELEGRAM_SANDBOX_PATH}"><input type="hidden" name="chat" value="${chatId}">
<label for="text">Message</label><input id="text" name="text" value="${escape(text)}"><button>Send</button></form>
</body></html>`;

const written = z.object({ chat: z.coerce.number().pipe(z.int().min(1)), text: z.string().max(4_096) });

/** A page in place of a chat with the bot. Registered only where local twins are allowed. */
export function registerTelegramSandboxRoutes(app: HttpApp, bot: Pick<TelegramLinks, 'heard'>): void {
  const show = (res: Response, html: string) =>
    res
      .set('Cache-Control', 'no-store')
      .set(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      )
      .type('html')
      .send(html);
  app.plain.get(TELEGRAM_SANDBOX_PATH, (req, res) => {
    const { start } = req.query;
    show(res, page(randomInt(1, CHATS), typeof start === 'string' ? `/start ${start}` : '/start', null));
  });
  app.plain.post(
    TELEGRAM_SANDBOX_PATH,
    express.urlencoded({ extended: false, limit: '8kb' }),
    async (req, res) => {
      // Forms of other sites are refused.
      if ((req.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin') return void res.status(403).end();
      const { data } = written.safeParse(req.body);
      if (!data) return void res.status(400).end();
      const [language] = (req.get('accept-language') ?? '').split(/[,;]/);
      const { chat: chatId, text } = data;
      const reply = await bot.heard({ chatId, isPrivate: true, languageCode: language, text });
      show(res, page(chatId, '/stop', reply ?? 'The bot says nothing to that.'));
    },
  );
}
