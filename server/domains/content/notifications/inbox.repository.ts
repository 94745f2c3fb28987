import { sql, type Generated, type JSONColumnType } from 'kysely';
import { writeOutbox, type Db } from '#server/platform/database/index.ts';
import type { TemplateName, NotificationContent } from '#shared/notifications/templates.ts';
import { NOTIFICATION_EVENTS, type FormerAddresses } from './notifications.events.ts';

interface InboxTables {
  inbox_message: {
    id: Generated<number>;
    person_id: string;
    key: string;
    template: string;
    params: JSONColumnType<Record<string, unknown>>;
    written_at: Generated<Date>;
    read_at: Date | null;
  };
}

export interface InboxMessage {
  id: number;
  personId: string;
  template: TemplateName;
  params: Record<string, unknown>;
  writtenAt: Date;
  readAt: Date | null;
}

export type InboxRepository = ReturnType<typeof createInboxRepository>;

export function createInboxRepository(db: Db<InboxTables>) {
  const messages = db
    .selectFrom('inbox_message')
    .select([
      'id',
      'person_id as personId',
      'template',
      'params',
      'written_at as writtenAt',
      'read_at as readAt',
    ])
    .$narrowType<{ template: TemplateName }>();

  return {
    /** Stores a message once per person and key (null: it was there), and announces it through the outbox, in the given transaction. */
    async write(
      tx: Db<InboxTables>,
      message: NotificationContent & { personId: string; key: string; formerly?: FormerAddresses },
    ): Promise<number | null> {
      const written = await tx
        .insertInto('inbox_message')
        .values({
          person_id: message.personId,
          key: message.key,
          template: message.template,
          params: JSON.stringify(message.params),
          read_at: null,
        })
        .onConflict((conflict) => conflict.columns(['person_id', 'key']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!written) return null;
      await writeOutbox(tx, {
        topic: NOTIFICATION_EVENTS.messageWritten,
        payload: { messageId: written.id, personId: message.personId, formerly: message.formerly ?? {} },
        key: String(written.id),
      });
      return written.id;
    },

    message: (id: number): Promise<InboxMessage | undefined> =>
      messages.where('id', '=', id).executeTakeFirst(),

    /** Newest first. @param state which ones */
    page: (
      personId: string,
      state: 'all' | 'unread',
      page: { limit: number; offset: number },
    ): Promise<InboxMessage[]> =>
      messages
        .where('person_id', '=', personId)
        .$if(state === 'unread', (query) => query.where('read_at', 'is', null))
        .orderBy('id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    async unread(personId: string): Promise<number> {
      const { count } = await db
        .selectFrom('inbox_message')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('person_id', '=', personId)
        .where('read_at', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    async counts(personId: string): Promise<{ total: number; unread: number }> {
      return db
        .selectFrom('inbox_message')
        .select((eb) => [
          eb.fn.countAll<number>().as('total'),
          eb.fn.countAll<number>().filterWhere('read_at', 'is', null).as('unread'),
        ])
        .where('person_id', '=', personId)
        .executeTakeFirstOrThrow();
    },

    /** Marks a message as read; repeating changes nothing. Null: no such message of this person. */
    async markRead(personId: string, id: number): Promise<InboxMessage | null> {
      await db
        .updateTable('inbox_message')
        .set({ read_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .where('read_at', 'is', null)
        .execute();
      return (
        (await messages.where('id', '=', id).where('person_id', '=', personId).executeTakeFirst()) ?? null
      );
    },

    /** @param upTo the newest one the person has seen: later ones stay unread */
    async markAllRead(personId: string, upTo: number): Promise<void> {
      await db
        .updateTable('inbox_message')
        .set({ read_at: sql<Date>`now()` })
        .where('person_id', '=', personId)
        .where('id', '<=', upTo)
        .where('read_at', 'is', null)
        .execute();
    },
  };
}
