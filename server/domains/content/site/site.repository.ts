import { sql, type Generated, type GeneratedAlways, type Selectable, type SelectQueryBuilder } from 'kysely';
import { inTransaction, writeOutbox, type Db } from '#server/platform/database/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { AddressChannel } from '#shared/notifications/channels.ts';
import { SITE_EVENTS } from './site.events.ts';

interface SiteTables {
  contact_message: {
    number: GeneratedAlways<number>;
    request_id: string;
    name: string;
    email: string | null;
    phone: string | null;
    subject: string;
    message: string;
    language: Language;
    person_id: string | null;
    written_at: Generated<Date>;
    answered_at: Generated<Date | null>;
    answered_by: Generated<string | null>;
    answered_by_name: Generated<string | null>;
    answer_channel: Generated<AddressChannel | null>;
    answer_title: Generated<string | null>;
    answer_text: Generated<string | null>;
  };
}

export interface ContactMessage {
  requestId: string;
  name: string;
  email: string | null;
  phone: string | null;
  /** An id of the list `contact-subjects`. */
  subject: string;
  message: string;
  language: Language;
  personId: string | null;
}

/** What is sent to the author of a message. */
export interface ContactAnswer {
  channel: AddressChannel;
  title: string;
  text: string;
}

export type ContactMessageRow = Selectable<SiteTables['contact_message']>;
export type MessageState = 'all' | 'open' | 'answered';

function inState<Row>(
  query: SelectQueryBuilder<SiteTables, 'contact_message', Row>,
  state: MessageState,
): SelectQueryBuilder<SiteTables, 'contact_message', Row> {
  if (state === 'all') return query;
  return query.where('answered_at', state === 'open' ? 'is' : 'is not', null);
}

export type SiteRepository = ReturnType<typeof createSiteRepository>;

export function createSiteRepository(db: Db<SiteTables>) {
  return {
    /** Stores a message and announces it, once per request id. Returns its number, for a repeat that of the first. */
    keepMessage: ({ requestId, personId, ...rest }: ContactMessage): Promise<number> =>
      inTransaction(db, async (tx) => {
        const stored = await tx
          .insertInto('contact_message')
          .values({ request_id: requestId, person_id: personId, ...rest })
          .onConflict((conflict) => conflict.column('request_id').doNothing())
          .returning('number')
          .executeTakeFirst();
        if (!stored) {
          const first = await tx
            .selectFrom('contact_message')
            .select('number')
            .where('request_id', '=', requestId)
            .executeTakeFirstOrThrow();
          return first.number;
        }
        await writeOutbox(tx, { topic: SITE_EVENTS.contactWritten, payload: { number: stored.number } });
        return stored.number;
      }),

    message: (number: number): Promise<ContactMessageRow | undefined> =>
      db.selectFrom('contact_message').selectAll().where('number', '=', number).executeTakeFirst(),

    /** Newest first. @param state which ones: all, or those with or without an answer */
    messages: (state: MessageState, page: { limit: number; offset: number }): Promise<ContactMessageRow[]> =>
      inState(db.selectFrom('contact_message').selectAll(), state)
        .orderBy('number', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    async countMessages(state: MessageState): Promise<number> {
      const counted = db.selectFrom('contact_message').select(({ fn }) => fn.countAll<number>().as('count'));
      return (await inState(counted, state).executeTakeFirstOrThrow()).count;
    },

    /**
     * Records who answered a message, unless it was answered already, and announces it for its author, with the answer for the
     * worker that sends it; in the caller's transaction. @returns whether it was the first
     */
    async markAnswered(
      number: number,
      by: { personId: string; name: string },
      answer: ContactAnswer | null,
    ): Promise<boolean> {
      const answered = await db
        .updateTable('contact_message')
        .set({
          answered_at: sql`now()`,
          answered_by: by.personId,
          answered_by_name: by.name,
          ...(answer && {
            answer_channel: answer.channel,
            answer_title: answer.title,
            answer_text: answer.text,
          }),
        })
        .where('number', '=', number)
        .where('answered_at', 'is', null)
        .returning('person_id')
        .executeTakeFirst();
      if (!answered) return false;
      if (answer) await writeOutbox(db, { topic: SITE_EVENTS.contactReplied, payload: { number } });
      if (answered.person_id)
        await writeOutbox(db, {
          topic: SITE_EVENTS.contactAnswered,
          payload: { number, personId: answered.person_id },
          key: String(number),
        });
      return true;
    },

    /** Deletes messages that were answered more than so many days ago; those that wait stay. */
    async purgeAnswered(days: number): Promise<void> {
      await db
        .deleteFrom('contact_message')
        .where('answered_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
        .execute();
    },
  };
}
