import type { AuctionLogRepository, AuctionService } from '#server/auction/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type {
  RoomAdmission,
  RoomBans,
  RoomCommands,
  RoomParticipation,
} from '#server/domains/trade/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createScheduleAuction, termsOf } from '#server/workflows/index.ts';
import { commitPastAuction } from './commit-log.repository.ts';
import { pastAuction, type PastBidder } from './past-auction.ts';

type Ports = RoomAdmission & RoomBans & RoomCommands & RoomParticipation;

interface PastRoomsNeeds extends Pick<Base, 'database'> {
  auctionLog: AuctionLogRepository;
  lotsRepository: LotsRepository;
}

const REFUSED = { verdict: 'refused', reason: 'closed' } as const;

/** Participants that a room of the past has admitted, in their order. */
export interface PastRooms {
  admittedTo(lotId: number): readonly PastBidder[];
}

/** Closes the room of a lot that no one has bid on, at its customer's wish. */
async function withdraw(db: AnyDb, lots: LotsRepository, rooms: PastRooms, lotId: number) {
  const row = await lots.roomToOpen(lotId);
  if (!row) return REFUSED;
  const terms = termsOf(row);
  const entries = pastAuction(terms, rooms.admittedTo(lotId), 'withdrawn', { withdrawnAtMs: Date.now() });
  await commitPastAuction(db, terms, entries);
  return { verdict: 'done', seq: entries.length } as const;
}

/**
 * Rooms whose auctions were held before the product ran: they admit and close, and nothing else. What was admitted is written
 * with the whole log.
 */
export const pastRoomsModule = defineModule({
  name: 'past-rooms',
  create({ database: { db }, auctionLog, lotsRepository }: PastRoomsNeeds) {
    const admitted = new Map<number, PastBidder[]>();
    const pastRooms: PastRooms = { admittedTo: (lotId) => admitted.get(lotId) ?? [] };
    const schedule = createScheduleAuction({
      lots: lotsRepository,
      openRoom: (terms) => auctionLog.openLot(terms),
      onError: (error) => {
        throw error;
      },
    });
    const no = () => Promise.resolve(REFUSED);
    const roomCommands: Ports = {
      admit(lotId, bidder) {
        admitted.set(lotId, [...pastRooms.admittedTo(lotId), { ...bidder, admittedAtMs: Date.now() }]);
        return Promise.resolve({ verdict: 'done' });
      },
      setLimit: () => Promise.resolve({ verdict: 'done' }),
      standing: () => Promise.resolve({ price: false, auto: false }),
      leads: () => Promise.resolve(false),
      revokeIdle: no,
      ban: no,
      suspend: no,
      resume: no,
      extend: no,
      withdraw: no,
    };
    const auction: Pick<AuctionService, 'withdraw' | 'viewers'> = {
      withdraw: ({ lotId }) => withdraw(db, lotsRepository, pastRooms, lotId),
      viewers: () => 0,
    };
    return { pastRooms, roomCommands, auction, openRoom: (lotId: number) => schedule.openOne(lotId) };
  },
});
