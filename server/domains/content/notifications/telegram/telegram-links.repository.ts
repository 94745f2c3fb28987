import { sql, type Generated } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { OPEN } from '../push/push-subscriptions.repository.ts';

interface TelegramTables {
  telegram_link: {
    id: Generated<number>;
    person_id: string;
    chat_id: number;
    linked_at: Generated<Date>;
  };
  telegram_link_token: { person_id: string; token_sha256: Buffer; expires_at: Date };
}

const TOKEN_LIVES_MS = 600_000;

interface TelegramReader {
  personId: string;
  language: Language;
}

/** A chat that was connected, or why it was not. */
type Linked = { link: TelegramReader & { id: number } } | { link: null; why: 'token' | 'taken' };

export function createTelegramLinksRepository(db: Db<TelegramTables>) {
  return {
    async linkedAt(personId: string): Promise<Date | null> {
      const row = await db
        .selectFrom('telegram_link')
        .select('linked_at')
        .where('person_id', '=', personId)
        .executeTakeFirst();
      return row?.linked_at ?? null;
    },

    /** In place of one that the person had. Removes those of others that have expired. Resolves with the end of this one. */
    async writeToken(personId: string, sha256: Buffer): Promise<Date> {
      const expiresAt = new Date(Date.now() + TOKEN_LIVES_MS);
      await sql`delete from telegram_link_token where expires_at <= now()`.execute(db);
      const fresh = { token_sha256: sha256, expires_at: expiresAt };
      await db
        .insertInto('telegram_link_token')
        .values({ person_id: personId, ...fresh })
        .onConflict((conflict) => conflict.column('person_id').doUpdateSet(fresh))
        .execute();
      return expiresAt;
    },

    /**
     * In a transaction: uses a token up, and connects the chat to its person. `token`: it is not known, has expired, or its person's
     * account is not open. `taken`: the chat or the person is connected already.
     */
    async link(sha256: Buffer, chatId: number): Promise<Linked> {
      const { rows } = await sql<TelegramReader>`
        delete from telegram_link_token t using person p
        where t.token_sha256 = ${sha256} and t.expires_at > now() and p.id = t.person_id and ${OPEN}
        returning p.id as "personId", p.language
      `.execute(db);
      const [reader] = rows;
      if (!reader) return { link: null, why: 'token' };
      const added = await db
        .insertInto('telegram_link')
        .values({ person_id: reader.personId, chat_id: chatId })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return added ? { link: { ...reader, id: added.id } } : { link: null, why: 'taken' };
    },

    /** A chat that takes no messages any more. */
    async drop(id: number): Promise<void> {
      await db.deleteFrom('telegram_link').where('id', '=', id).execute();
    },

    /** Which of these people have a chat. */
    async among(personIds: readonly string[]): Promise<Set<string>> {
      if (personIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('telegram_link')
        .select('person_id')
        .where('person_id', 'in', [...personIds])
        .execute();
      return new Set(rows.map(({ person_id }) => person_id));
    },

    /** Has anybody a chat? */
    async any(): Promise<boolean> {
      return (await db.selectFrom('telegram_link').select('id').limit(1).executeTakeFirst()) !== undefined;
    },

    /** Whose chat it was; null: no one's. */
    async unlinkChat(chatId: number): Promise<TelegramReader | null> {
      const { rows } = await sql<TelegramReader>`
        delete from telegram_link l using person p where l.chat_id = ${chatId} and p.id = l.person_id
        returning p.id as "personId", p.language
      `.execute(db);
      return rows[0] ?? null;
    },

    /** The chat that a person had at an instant, and a token made until then. */
    async unlinkPerson(personId: string, at: Date): Promise<void> {
      await db
        .deleteFrom('telegram_link_token')
        .where('person_id', '=', personId)
        .where('expires_at', '<=', new Date(at.getTime() + TOKEN_LIVES_MS))
        .execute();
      await db
        .deleteFrom('telegram_link')
        .where('person_id', '=', personId)
        .where('linked_at', '<=', at)
        .execute();
    },
  };
}
