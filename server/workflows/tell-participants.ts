import type { Notifications } from '#server/domains/notifications/index.ts';
import {
  createParticipantsRepository,
  type AuctionOfPeople,
} from '#server/domains/trade-applications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';

const SOON_MINUTES = 60;
/** Occasions remembered by a process; forgotten ones only cost the database another look. */
const TOLD_MAX = 10_000;

export interface TellParticipantsDeps {
  db: AnyDb;
  notifications: Notifications;
}

/**
 * Tells admitted people that their auction starts within the hour, and that it is suspended. One round of it, to be
 * repeated each minute by any number of workers: a message is written once for each person and occasion.
 */
export function createTellParticipants({ db, notifications }: TellParticipantsDeps) {
  const participants = createParticipantsRepository(db);
  /** Spares asking the database again about what this process has told already. */
  const told = new Set<string>();
  /** Suspended at the last round: a break of seconds is over before anybody could read of it. */
  let suspendedBefore = new Set<number>();

  async function tellAll(
    key: string,
    auction: AuctionOfPeople,
    message:
      | { template: 'auction-soon'; params: { opensAtMs: number } }
      | { template: 'auction-interrupted'; params: object },
  ): Promise<void> {
    if (told.has(key)) return;
    const about = { lotId: auction.lotId, lotTitle: auction.title };
    await inTransaction(db, async (tx) => {
      // In one order for everybody who tells several people at once.
      for (const personId of [...auction.personIds].sort())
        await notifications.tell(tx, {
          personId,
          key,
          ...(message.template === 'auction-soon'
            ? { template: message.template, params: { ...about, ...message.params } }
            : { template: message.template, params: about }),
        });
    });
    if (told.size >= TOLD_MAX) told.clear();
    told.add(key);
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
      // Once a day: a room that stumbles all day long is one piece of news.
      const key = `auction-interrupted:lot:${auction.lotId}:${tashkentDay(Date.now())}`;
      await tellAll(key, auction, { template: 'auction-interrupted', params: {} });
    }
    suspendedBefore = new Set(suspended.map(({ lotId }) => lotId));
  };
}
