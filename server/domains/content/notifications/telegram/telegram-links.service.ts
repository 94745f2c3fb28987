import { createHash, randomBytes } from 'node:crypto';
import type { TelegramGateway } from '#server/integrations/telegram/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { ruleForbids } from '#server/platform/errors/index.ts';
import type { TelegramState } from '#shared/api/cabinet/telegram.ts';
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#shared/i18n/languages.ts';
import type { Notifications } from '../notifications.ts';
import { createTelegramLinksRepository } from './telegram-links.repository.ts';

const TOKEN_BYTES = 32;
/** What opening the address that `linkWith` made sends, and what asks for nothing more. */
const START = /^\/start(?:@\w+)?(?:\s+(?<token>[\w-]{1,64}))?\s*$/;
const STOP = /^\/stop(?:@\w+)?\s*$/;

/** What somebody wrote to the bot. */
interface TelegramHeard {
  chatId: number;
  /** Only such a chat is one person's. */
  isPrivate: boolean;
  /** Of the writer's Telegram: `uz`, `ru-RU`. */
  languageCode: string | undefined;
  text: string;
}

/** Texts `server:telegram.reply.…` of the bot. */
type ReplyName = 'linked' | 'token' | 'taken' | 'start' | 'stopped' | 'not-linked' | 'private-only';

interface TelegramLinksDeps {
  db: AnyDb;
  /** null: there is no bot. */
  gateway: Pick<TelegramGateway, 'linkWith'> | null;
  notifications: Notifications;
  reply(language: Language, name: ReplyName): string;
}

export interface TelegramLinks {
  state(personId: string): Promise<TelegramState>;
  /** The address that connects a chat, once. 422 `telegram.off`, `telegram.linked`. */
  invite(personId: string): Promise<{ url: string; expiresAtMs: number }>;
  /** Ends what the person had connected at an instant, ms since 1970; undefined: now. */
  unlink(personId: string, atMs?: number): Promise<void>;
  /** Resolves with the bot's reply; null: there is none to such a text. */
  heard(message: TelegramHeard): Promise<string | null>;
}

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Chats of people with the bot. */
export function createTelegramLinks({ db, gateway, notifications, reply }: TelegramLinksDeps): TelegramLinks {
  const links = createTelegramLinksRepository(db);

  /** The person learns of it by every other way, as somebody else may have done it. */
  const link = (token: string, chatId: number) =>
    inTransaction(db, async (tx) => {
      const result = await createTelegramLinksRepository(tx).link(digest(token), chatId);
      if (result.link)
        await notifications.notify(tx, {
          personId: result.link.personId,
          key: `telegram-linked:${result.link.id}`,
          template: 'telegram-linked',
          params: {},
        });
      return result;
    });

  return {
    async state(personId) {
      const linkedAt = await links.linkedAt(personId);
      return { offered: gateway !== null, linkedAtMs: linkedAt?.getTime() ?? null };
    },

    async invite(personId) {
      if (!gateway) throw ruleForbids('telegram.off');
      if (await links.linkedAt(personId)) throw ruleForbids('telegram.linked');
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const expiresAt = await inTransaction(db, (tx) =>
        createTelegramLinksRepository(tx).writeToken(personId, digest(token)),
      );
      return { url: gateway.linkWith(token), expiresAtMs: expiresAt.getTime() };
    },

    unlink: (personId, atMs = Date.now()) => links.unlinkPerson(personId, new Date(atMs)),

    async heard({ chatId, isPrivate, languageCode, text }) {
      const language = parseLanguage(languageCode) ?? DEFAULT_LANGUAGE;
      const start = START.exec(text);
      if (!start && !STOP.test(text)) return null;
      if (!isPrivate) return reply(language, 'private-only');
      if (!start) {
        const person = await links.unlinkChat(chatId);
        return reply(person?.language ?? language, person ? 'stopped' : 'not-linked');
      }
      const token = start.groups?.token;
      if (token === undefined) return reply(language, 'start');
      const result = await link(token, chatId);
      return result.link ? reply(result.link.language, 'linked') : reply(language, result.why);
    },
  };
}
