import type { Generated, GeneratedAlways } from 'kysely';
import { inTransaction, writeOutbox, type Db } from '#server/platform/database/index.ts';
import { SITE_EVENTS } from './site.events.ts';

interface SiteTables {
  partner: { id: GeneratedAlways<number>; name: string; url: string; position: number };
  contact_message: {
    number: GeneratedAlways<number>;
    request_id: string;
    name: string;
    email: string | null;
    phone: string | null;
    subject: string;
    message: string;
    language: string;
    person_id: string | null;
    written_at: Generated<Date>;
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
  language: string;
  personId: string | null;
}

export type SiteRepository = ReturnType<typeof createSiteRepository>;

export function createSiteRepository(db: Db<SiteTables>) {
  return {
    partners: () => db.selectFrom('partner').select(['id', 'name', 'url']).orderBy('position').execute(),

    /** Keeps a message and announces it, once per request id. Returns its number, of the first one for a repeat. */
    keepMessage: ({ requestId, personId, ...rest }: ContactMessage): Promise<number> =>
      inTransaction(db, async (tx) => {
        const kept = await tx
          .insertInto('contact_message')
          .values({ request_id: requestId, person_id: personId, ...rest })
          .onConflict((conflict) => conflict.column('request_id').doNothing())
          .returning('number')
          .executeTakeFirst();
        if (!kept) {
          const first = await tx
            .selectFrom('contact_message')
            .select('number')
            .where('request_id', '=', requestId)
            .executeTakeFirstOrThrow();
          return first.number;
        }
        await writeOutbox(tx, { topic: SITE_EVENTS.contactWritten, payload: { number: kept.number } });
        return kept.number;
      }),

    message: (number: number) =>
      db.selectFrom('contact_message').selectAll().where('number', '=', number).executeTakeFirst(),
  };
}
