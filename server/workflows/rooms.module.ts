import type { AuctionService } from '#server/auction/index.ts';
import type { LotsRepository } from '#server/domains/lots/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { roomPortsOf } from './auction-room-adapter.ts';
import { createScheduleAuction } from './schedule-auction.ts';

const OPEN_DUE_MS = 2_000;

interface RoomsNeeds extends Pick<Base, 'logger'> {
  auction: AuctionService;
  lotsRepository: LotsRepository;
}

/** Rooms of lots: opened on time, and commanded in the words of trade applications. */
export const roomsModule = defineModule({
  name: 'rooms',
  create({ auction, lotsRepository, logger }: RoomsNeeds) {
    const schedule = createScheduleAuction({
      lots: lotsRepository,
      openRoom: (terms) => auction.openLot(terms),
      onError: (error, lotId) => logger.error({ err: error, lotId }, 'room not opened'),
    });
    return {
      schedule,
      roomCommands: roomPortsOf(auction),
      /** Makes sure that the core has the room; safe to repeat. */
      openRoom: (lotId: number) => schedule.openOne(lotId),
    };
  },
  jobs: ({ schedule }) => [{ name: 'open due rooms', everyMs: OPEN_DUE_MS, run: () => schedule.openDue() }],
});
