import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { createConcernedRepository } from './concerned.repository.ts';
import { createIncidentsRepository } from './incidents.repository.ts';

/** People of one transaction. */
const PART = 200;

/**
 * Sends what staff wrote to everybody whom an incident concerned when it was written. A round that was cut off is repeated from the beginning:
 * each person has a message once.
 */
export function createSendMessages({ db, notifications }: { db: AnyDb; notifications: Notifications }) {
  const incidents = createIncidentsRepository(db);
  const concerned = createConcernedRepository(db);
  return async (): Promise<void> => {
    for (const message of await incidents.unsent()) {
      // As it was when the message was written: a later change of the times adds no reader.
      const time = { id: message.incident_id, since: message.since, until: message.until };
      let people = 0;
      let part = await concerned.next(time, '', PART);
      while (part.length > 0) {
        const ids = part;
        // In the order of their numbers, like all who notify several people in one transaction.
        await inTransaction(db, async (tx) => {
          for (const personId of ids)
            await notifications.notify(tx, {
              personId,
              key: `incident-message:${message.id}`,
              template: 'incident-message',
              params: { words: message.texts },
            });
        });
        people += ids.length;
        part = await concerned.next(time, ids.at(-1) ?? '', PART);
      }
      await incidents.sent(message.id, people);
    }
  };
}
