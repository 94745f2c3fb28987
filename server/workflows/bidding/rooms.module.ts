import type { AuctionService } from '#server/auction/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { roomPortsOf } from './auction-room-adapter.ts';
import { createScheduleAuction } from './schedule-auction.ts';
import { createTellLosses } from '../after-sale/tell-losses.ts';

const OPEN_DUE_MS = 2_000;
const TELL_LOSSES_MS = 5_000;

interface RoomsNeeds extends Pick<Base, 'database' | 'logger'> {
  auction: AuctionService;
  lotsRepository: LotsRepository;
  notifications: Notifications;
}

/** Rooms of lots: opened on time, and commanded in the words of trade applications. */
export const roomsModule = defineModule({
  name: 'rooms',
  create({ auction, database, lotsRepository, logger, notifications }: RoomsNeeds) {
    const schedule = createScheduleAuction({
      lots: lotsRepository,
      openRoom: (terms) => auction.openLot(terms),
      onError: (error, lotId) => logger.error({ err: error, lotId }, 'room not opened'),
    });
    const roomCommands = roomPortsOf(auction);
    return {
      schedule,
      roomCommands,
      tellLosses: createTellLosses({ db: database.db, notifications, losses: roomCommands }),
      /** Makes sure that the core has the room; safe to repeat. */
      openRoom: (lotId: number) => schedule.openOne(lotId),
    };
  },
  jobs: ({ schedule, tellLosses }) => [
    { name: 'open due rooms', everyMs: OPEN_DUE_MS, run: () => schedule.openDue() },
    { name: 'tell losses', everyMs: TELL_LOSSES_MS, run: tellLosses },
  ],
});
