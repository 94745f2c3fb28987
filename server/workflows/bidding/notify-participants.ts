import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  createParticipantsRepository,
  type AuctionOfPeople,
} from '#server/domains/trade/trade-applications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';

const SOON_MINUTES = 60;
/** Occasions remembered by a process; a forgotten one only costs another query. */
const NOTIFIED_MAX = 10_000;

export interface NotifyParticipantsDeps {
  db: AnyDb;
  notifications: Notifications;
}

/**
 * Notifies admitted people that their auction starts within the hour, and that it is suspended. One round, to be
 * repeated each minute by any number of workers: a message is written once per person and occasion.
 */
export function createNotifyParticipants({ db, notifications }: NotifyParticipantsDeps) {
  const participants = createParticipantsRepository(db);
  /** Avoids queries about notifications this process has sent already. */
  const notified = new Set<string>();
  /** Suspended at the last round: a pause of seconds is over before a notification would be read. */
  let suspendedBefore = new Set<number>();

  async function tellAll(
    key: string,
    auction: AuctionOfPeople,
    message:
      | { template: 'auction-soon'; params: { opensAtMs: number } }
      | { template: 'auction-interrupted'; params: object },
  ): Promise<void> {
    if (notified.has(key)) return;
    const about = { lotId: auction.lotId, lotTitle: auction.title };
    await inTransaction(db, async (tx) => {
      // Same lock order for all who notify several people in one transaction.
      for (const personId of [...auction.personIds].sort())
        await notifications.notify(tx, {
          personId,
          key,
          ...(message.template === 'auction-soon'
            ? { template: message.template, params: { ...about, ...message.params } }
            : { template: message.template, params: about }),
        });
    });
    if (notified.size >= NOTIFIED_MAX) notified.clear();
    notified.add(key);
  }

  return async (): Promise<void> => {
    for (const auction of await participants.startingWithin(SOON_MINUTES)) {
      const opensAtMs = auction.opensAt.getTime();
      const key = `auction-soon:lot:${auction.lotId}:${opensAtMs}`;
      await tellAll(key, auction, { template: 'auction-soon', params: { opensAtMs } });
    }
    const suspended = await participants.suspended();
    for (const auction of suspended) {
      if (!suspendedBefore.has(auction.lotId)) continue;
      // Once a day: repeated interruptions on one day are one notification.
      const key = `auction-interrupted:lot:${auction.lotId}:${tashkentDay(Date.now())}`;
      await tellAll(key, auction, { template: 'auction-interrupted', params: {} });
    }
    suspendedBefore = new Set(suspended.map(({ lotId }) => lotId));
  };
}
