import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  createParticipantsRepository,
  type AuctionOfPeople,
  type BreakOfPeople,
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
 * Notifies admitted people that their auction starts within the hour, that it is suspended, and once for all of them that a technical
 * break has begun and ended. One round, to be
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

  /** A room that joins the break later has people of its own: who has been notified is not notified again. */
  async function notifyOfBreak({ id, reason, endedAt, resumeAt }: BreakOfPeople): Promise<void> {
    const people = await participants.ofBreak(id);
    const occasion = `technical-break${endedAt ? '-over' : ''}:${id}`;
    const known = `${occasion}:${people.length}`;
    if (people.length === 0 || notified.has(known)) return;
    await inTransaction(db, async (tx) => {
      for (const { personId, count } of people)
        await notifications.notify(tx, {
          personId,
          key: occasion,
          ...(endedAt
            ? {
                template: 'technical-break-over',
                params: { count, opensAtMs: (resumeAt ?? endedAt).getTime() },
              }
            : { template: 'technical-break', params: { count, reason } }),
        });
    });
    notified.add(known);
  }

  return async (): Promise<void> => {
    for (const each of await participants.breaks()) await notifyOfBreak(each);
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
