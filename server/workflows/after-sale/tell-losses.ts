import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  createParticipantsRepository,
  type RoomLosses,
} from '#server/domains/trade/trade-applications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';

const BATCH = 20;

/**
 * Tells everybody who was admitted how much their auction lost when the database came back in an older state, once staff
 * have chosen how it goes on. One round, to be repeated by any number of workers: each person is notified once.
 */
export function createTellLosses(deps: { db: AnyDb; notifications: Notifications; losses: RoomLosses }) {
  const { db, notifications, losses } = deps;
  const participants = createParticipantsRepository(db);
  return async (): Promise<void> => {
    for (const { id, lotId, lostCount } of await losses.unnotified(BATCH)) {
      const auction = await participants.everAdmitted(lotId);
      const key = `auction-prices-lost:rewind:${id}`;
      await inTransaction(db, async (tx) => {
        if (auction) {
          const params = { lotId, lotTitle: auction.title, count: lostCount };
          // Same lock order for all who notify several people in one transaction.
          for (const personId of auction.personIds.toSorted())
            await notifications.notify(tx, { personId, key, template: 'auction-prices-lost', params });
        }
        await losses.markNotified(id, tx);
      });
    }
  };
}
